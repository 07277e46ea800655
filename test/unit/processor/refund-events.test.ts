import type Stripe from "stripe";
import { expect, it } from "vitest";
import { parseEvent } from "../../../shared/processor/events.ts";

/** Facts 8 and 25: which news of a refund are worth a question, by the SDK's own types. */
const REFUND: Stripe.Refund = {
  id: "re_1",
  object: "refund",
  amount: 500,
  balance_transaction: null,
  charge: "ch_1",
  created: 1_800_000_000,
  currency: "usd",
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: "pi_1",
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: "succeeded",
  transfer_reversal: null,
};

const WAITING: Partial<Stripe.Refund> = { status: "pending", pending_reason: "insufficient_funds" };

function isAboutStatus(refund: Partial<Stripe.Refund>, former?: Partial<Stripe.Refund>): boolean {
  const data: Stripe.RefundUpdatedEvent.Data = {
    object: { ...REFUND, ...refund },
    ...(former && { previous_attributes: former }),
  };
  const envelope = { id: "evt_1", type: "refund.updated", account: "acct_1", created: 1, livemode: false };
  const { subject } = parseEvent(Buffer.from(JSON.stringify({ ...envelope, data })));
  return subject.kind === "refund" && subject.isAboutStatus;
}

it.each<[string, Partial<Stripe.Refund>, Partial<Stripe.Refund> | undefined, boolean]>([
  [
    "the bank's reference of one that has arrived is not",
    {},
    { destination_details: { type: "card" } },
    false,
  ],
  ["that it has arrived is", {}, { status: "pending", pending_reason: "processing" }, true],
  ["that it waits for money now is", WAITING, { pending_reason: "processing" }, true],
  ["whatever else is told of one that waits is", WAITING, { metadata: {} }, true],
  ["what does not say what was before is", {}, undefined, true],
])("a refund's news, %s about its status", (_what, refund, former, expected) => {
  expect(isAboutStatus(refund, former)).toBe(expected);
});
