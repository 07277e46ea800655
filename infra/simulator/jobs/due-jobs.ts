import { findOwn } from "../resources/find.ts";
import { finishPayment } from "../resources/intent-attempts.ts";
import { expireAuthorization } from "../resources/intent-cancel.ts";
import type { Job } from "../storage/jobs.ts";
import { idOf } from "../world/ids.ts";
import { NO_CAUSE, openScope } from "../world/scope.ts";
import type { World } from "../world/world.ts";

/** Does everything that is due by now, in the order in which it fell due. */
export function runDueJobs(world: World): void {
  const { clock, store } = world;
  for (let job = store.jobs.due(clock.nowMs()); job; job = store.jobs.due(clock.nowMs())) {
    const due = job;
    // Removed with its own effects: killed in between, it is due again and nothing has happened yet.
    store.atomically(() => {
      store.jobs.remove(due.seq);
      run(world, due);
    });
  }
}

function run(world: World, job: Job): void {
  const found = world.store.objects.findAnywhere("payment_intent", job.objectId);
  if (!found) {
    return;
  }
  const { account, object: intent } = found;
  const scope = openScope(world, account, NO_CAUSE);
  if (job.kind === "expire_authorization") {
    expireAuthorization(scope, intent);
  } else if (intent.status === "processing" && intent.latest_charge !== null) {
    const charge = findOwn(scope, "charge", idOf(intent.latest_charge));
    charge.status = "succeeded";
    charge.paid = true;
    finishPayment(scope, intent, { charge, announce: "charge.succeeded" });
  }
}
