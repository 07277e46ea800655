import type Stripe from "stripe";
import type { TimeWindow } from "../../../shared/domain/finance/time-window.ts";
import { type Rebuild, rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import { PaymentStory } from "../actors/payment-story.ts";
import type { AnswerChecks } from "../checks/answers.ts";
import { checkAccount, checkOperations } from "../checks/final.ts";
import { repeatMade } from "../checks/repeat-made.ts";
import type { Item } from "../ledger/values.ts";
import { live } from "./functions.ts";
import { partsOf } from "./parts.ts";
import { type Simulation, START_MS } from "./simulation.ts";

const HOUR_MS = 3_600_000;
const SHARE = 0.05;
/** A restore shows nothing of operations where nothing was captured or refunded under a key. */
const OPERATIONS_SHARE = 0.1;
/** The processor forgets its keys after a day. */
const DAY_AND_MORE_MS = 25 * HOUR_MS;

/**
 * When all is done, in some seeds: the table is restored from a backup that has not heard of some payments, an operator
 * has them rebuilt from the processor, and the clients repeat their orders. Nothing may be charged again.
 */
export async function runRestore(
  simulation: Simulation,
  { merchants, checks }: { merchants: SimulatedMerchant[]; checks: AnswerChecks },
  isOver: () => boolean,
): Promise<void> {
  const { clock } = simulation;
  const chance = simulation.chance("restore");
  if (chance.happens(OPERATIONS_SHARE)) return forgetOperations(simulation, { merchants, checks }, isOver);
  if (!chance.happens(SHARE)) return;
  for (const { merchantId, accountId, hasLeft, isBack } of merchants) {
    if (!accountId || (hasLeft && !isBack)) continue;
    const forgotten = forgetPayments(merchantId, accountId);
    if (forgotten === 0) continue;
    simulation.tell("ledger", () => `is restored, and has forgotten ${forgotten} payments of ${merchantId}`);
    const rebuild = { traceId: "operator", ownerToken: "operator" };
    const window = { sinceMs: START_MS - HOUR_MS, untilMs: clock.now + HOUR_MS };
    void rebuildAll(simulation, merchantId, { window, rebuild });
    await clock.runUntil(clock.now + HOUR_MS, isOver);
    simulation.reach("restored");
    const intents = partsOf().processor.list("payment_intent", accountId).length;
    const repeats = checks.repeats("create-payment");
    checks.forget();
    for (const repeat of repeats) void repeat();
    await clock.runUntil(clock.now + HOUR_MS, isOver);
    checkAccount(simulation, accountId);
    if (partsOf().processor.list("payment_intent", accountId).length !== intents)
      simulation.violate("I1", `an order of ${merchantId} is charged again after a restore`);
  }
}

/** All is calm by then: whatever accounts the merchant had, what can be read is rebuilt. */
export async function rebuildAll(
  simulation: Simulation,
  merchantId: string,
  { window, rebuild }: { window: TimeWindow; rebuild: Rebuild },
): Promise<void> {
  const { kind } = await live("operator", Number.POSITIVE_INFINITY, async () =>
    rebuildPayments(await getMerchant(merchantId), window, rebuild),
  );
  if (kind === "failed") simulation.violate("liveness", `payments of ${merchantId} cannot be rebuilt`);
}

/**
 * In other seeds: the table knows all payments, but none of their operations; and the clients repeat what they have done
 * after the processor has forgotten their keys. Nothing may move again, and what was made is answered as made.
 */
async function forgetOperations(
  simulation: Simulation,
  { merchants, checks }: { merchants: SimulatedMerchant[]; checks: AnswerChecks },
  isOver: () => boolean,
): Promise<void> {
  const { clock } = simulation;
  const { table } = partsOf();
  await refundCaptured(simulation, isOver);
  const operations = table
    .all()
    .filter(({ pk, sk }) => String(pk).startsWith("PAYMENT#") && String(sk).startsWith("OPERATION#"));
  for (const { pk, sk } of operations) table.expire({ pk: String(pk), sk: String(sk) });
  if (operations.length === 0) return;
  simulation.tell("ledger", () => `is restored, and has forgotten ${operations.length} operations`);
  await clock.runUntil(clock.now + DAY_AND_MORE_MS, isOver);
  const refunds = checks.repeats("refund-payment");
  const others = ["capture-payment", "cancel-payment"].flatMap((name) => checks.repeats(name));
  checks.forget();
  for (const repeat of refunds) void repeat();
  for (const repeat of others) void repeatMade(simulation, repeat);
  await clock.runUntil(clock.now + HOUR_MS, isOver);
  simulation.reach("operations forgotten");
  checkOperations(simulation, merchants);
}

/**
 * A part of what was captured is given back before the ledger forgets the captures: such a payment has another status
 * than a capture leaves behind, and its capture was made all the same.
 */
export async function refundCaptured(simulation: Simulation, isOver: () => boolean): Promise<void> {
  const { clock } = simulation;
  for (const { svcPaymentId } of PaymentStory.captures) {
    const record = partsOf().table.peek(paymentKey(svcPaymentId));
    const { connectedAccountId } = (record?.terms ?? {}) as { connectedAccountId?: string };
    if (record?.status === "succeeded")
      partsOf().processor.refundAtDashboard(String(record.processorPaymentIntentId), connectedAccountId);
  }
  await clock.runUntil(clock.now + HOUR_MS, isOver);
}

/**
 * Only those with one intent that still names them: which of two was given out the processor does not know, nor whose an
 * intent is whose metadata was edited, nor that one is forged which names a creation that never came to its end.
 */
function forgetPayments(merchantId: string, accountId: string): number {
  const { table, processor } = partsOf();
  const intents = processor.list("payment_intent", accountId);
  const isKnownByItsIntent = ({ svcPaymentId, processorPaymentIntentId }: Item) => {
    const isNamed = (intent: Stripe.PaymentIntent) => intent.metadata.svcPaymentId === svcPaymentId;
    const [intent, ...others] = intents.filter(
      (one) => isNamed(one) || processor.paymentOf(one) === svcPaymentId,
    );
    return (
      intent !== undefined && isNamed(intent) && intent.id === processorPaymentIntentId && others.length === 0
    );
  };
  const payments = table
    .all()
    .filter((item) => item.sk === "PAYMENT" && item.merchantId === merchantId && isKnownByItsIntent(item));
  const isOfThem = ({ pk }: Item) => payments.some((payment) => payment.pk === pk);
  for (const { pk, sk } of table.all().filter(isOfThem)) table.expire({ pk: String(pk), sk: String(sk) });
  return payments.length;
}
