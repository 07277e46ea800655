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

function isSettled(type: string, refund: Partial<Stripe.Refund>, former?: Partial<Stripe.Refund>): boolean {
  const data: Stripe.RefundUpdatedEvent.Data = {
    object: { ...REFUND, ...refund },
    ...(former && { previous_attributes: former }),
  };
  const envelope = { id: "evt_1", type, account: "acct_1", created: 1, livemode: false };
  const { subject } = parseEvent(Buffer.from(JSON.stringify({ ...envelope, data })));
  return subject.kind === "refund" && subject.isSettled;
}

const REPLACEMENT = { metadata: { svcReplaces: "re_0" } };

it.each<[string, string, Partial<Stripe.Refund>, Partial<Stripe.Refund> | undefined, boolean]>([
  ["that one was made and has succeeded", "refund.created", {}, undefined, true],
  ["that one was made and waits", "refund.created", WAITING, undefined, false],
  ["that one was made and has failed", "refund.created", { status: "failed" }, undefined, false],
  ["that one was made which replaces another", "refund.created", REPLACEMENT, undefined, false],
  ["the bank's reference", "refund.updated", {}, { destination_details: { type: "card" } }, true],
  ["that it has arrived", "refund.updated", {}, { status: "pending", pending_reason: "processing" }, false],
  ["that it waits for money now", "refund.updated", WAITING, { pending_reason: "processing" }, false],
  ["whatever else of one that waits", "refund.updated", WAITING, { metadata: {} }, false],
  ["what does not say what was before", "refund.updated", {}, undefined, false],
  ["that it has failed", "refund.failed", { status: "failed" }, undefined, false],
])("a refund's news, %s (%s): nothing is left to ask, %#", (_what, type, refund, former, expected) => {
  expect(isSettled(type, refund, former)).toBe(expected);
});
