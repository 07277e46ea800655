import { settleBankDebit } from "../resources/bank-debit.ts";
import { endUnanswered, escalateIfInquiry, loseDispute, winDispute } from "../resources/dispute-course.ts";
import { collectLateFee } from "../resources/fee-collection.ts";
import { expireAuthorization } from "../resources/intent-cancel.ts";
import { makePayouts, reconcilePayout, settlePayout, tracePayout } from "../resources/payout-course.ts";
import { failRefund, referenceRefund, settleRefund } from "../resources/refund-outcome.ts";
import type { Job, JobKind } from "../storage/jobs.ts";
import type { Kind, Kinds } from "../storage/kinds.ts";
import { NO_CAUSE, openScope, type Scope } from "../world/scope.ts";
import type { World } from "../world/world.ts";

const JOBS: Record<JobKind, (world: World, objectId: string) => void> = {
  collect_fee: about("charge", collectLateFee),
  make_payouts: (world, account) => makePayouts(openScope(world, account, NO_CAUSE)),
  settle_payout: about("payout", settlePayout),
  reconcile_payout: about("payout", reconcilePayout),
  trace_payout: about("payout", tracePayout),
  settle_bank_debit: about("payment_intent", settleBankDebit),
  expire_authorization: about("payment_intent", expireAuthorization),
  reference_refund: about("refund", referenceRefund),
  settle_refund: about("refund", settleRefund),
  fail_refund: about("refund", failRefund),
  win_dispute: about("dispute", winDispute),
  lose_dispute: about("dispute", loseDispute),
  escalate_inquiry: about("dispute", escalateIfInquiry),
  end_unanswered_dispute: about("dispute", endUnanswered),
};

function about<K extends Kind>(kind: K, happen: (scope: Scope, object: Kinds[K]) => void) {
  return (world: World, objectId: string): void => {
    const found = world.store.objects.findAnywhere(kind, objectId);
    if (found) happen(openScope(world, found.account, NO_CAUSE), found.object);
  };
}

export function runDueJobs(world: World): void {
  const { clock, store } = world;
  for (let job = store.jobs.due(clock.nowMs()); job; job = store.jobs.due(clock.nowMs())) {
    const due: Job = job;
    // Removed together with its effects: if killed in between, it is due again.
    store.atomically(() => {
      store.jobs.remove(due.seq);
      JOBS[due.kind](world, due.objectId);
    });
  }
}
