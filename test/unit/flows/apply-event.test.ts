import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import { deliveryKey, eventKey, merchantKey, pack } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld, PAYMENT_ID as PAYMENT } from "../../support/fake-world.ts";
import { stripeEventWith } from "../../support/stripe-objects.ts";

/* The last steps of an event that an earlier call has left unfinished: what its record says of it, and what is sent. */
const KEY = eventKey("evt_1");
const world = new FakeWorld().enter();
const counted = world.recordCounts();

/** The processor does not have it, or does not answer; an intent may be known by its metadata. */
let fault = new Failure("processor_rejected", "None.", { processorSays: "missing" });
let knownIntent: { metadata: Record<string, string> } | undefined;
let knownAccount: object | undefined;
let whileAsked = () => {};
const reject = async () => {
  throw fault;
};
const stripe = {
  accounts: {
    retrieve: async () => {
      whileAsked();
      return knownAccount ?? reject();
    },
  },
  paymentIntents: { retrieve: async () => knownIntent ?? reject() },
  refunds: { list: reject },
  disputes: { retrieve: reject },
  payouts: { retrieve: reject },
};
world.askMadeUp(stripe);
const { reapplyEvent, resumeEvent } = await import("../../../shared/flows/events/apply-event.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");

const stored = () => world.table.peek(KEY) as unknown as EventRecord;
const HOUR_SECONDS = 3600;
const OTHERS_INTENT = { object: "payment_intent", id: "pi_2", metadata: metadataOf(PAYMENT) };

function metadataOf(svcPaymentId: string) {
  return { svcPaymentId, svcEnv: "test" };
}

/** Recorded and no further, with this object in it; older than an hour unless told. */
function record(
  object: unknown,
  given: Record<string, unknown> = {},
  ageSeconds = HOUR_SECONDS,
): EventRecord {
  const type = typeof given.type === "string" ? given.type : "payment_intent.succeeded";
  const created = Math.floor(world.now / 1000) - ageSeconds;
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now });
  world.table.expire(deliveryKey("evt_1", ENDPOINT_ID));
  const body = pack(JSON.stringify(stripeEventWith(object, { type, created })));
  world.change(KEY, { body, finishedAt: undefined, applied: undefined, ...given });
  return stored();
}

const storePayment = (given: Record<string, unknown> = {}) => world.putPayment({ version: 10, ...given });

beforeEach(() => {
  fault = new Failure("processor_rejected", "None.", { processorSays: "missing" });
  knownIntent = undefined;
  knownAccount = undefined;
  whileAsked = () => {};
  world.isKilled = () => false;
  counted.length = 0;
  world.callbacks.length = 0;
  world.putMerchant("mer_1");
  world.putAccount("mer_1", "acct_1");
  storePayment();
});

describe("what became of an event in the ledger is on its record:", () => {
  const dispute = { object: "dispute", id: "dp_1", payment_intent: "pi_1" };
  it.each<[string, unknown, string, string]>([
    ["of another intent's payment", OTHERS_INTENT, "payment_intent.succeeded", "not_this_payment"],
    [
      "of a payment that the ledger does not have",
      { ...OTHERS_INTENT, metadata: metadataOf(`svcpay_${"2".repeat(32)}`) },
      "payment_intent.succeeded",
      "unknown_payment",
    ],
    [
      "of an intent that the processor does not know",
      { object: "charge", id: "ch_1", payment_intent: "pi_1", metadata: metadataOf(PAYMENT) },
      "charge.refunded",
      "unknown_payment",
    ],
    [
      "of a dispute whose intent the processor does not know",
      dispute,
      "charge.dispute.created",
      "unknown_payment",
    ],
    ["of a payout that it does not know", { object: "payout", id: "po_1" }, "payout.paid", "unknown_payout"],
    [
      "of the merchant's own charge",
      { object: "charge", metadata: {} },
      "charge.refunded",
      "not_about_a_payment",
    ],
    ["of a shape of the future", { object: "thing" }, "charge.refunded", "not_understood"],
  ])("one %s", async (_, object, type, applied) => {
    const receipt = await resumeEvent(record(object, { type }), world.now);
    expect(receipt).toEqual({ received: true, forwarded: true });
    expect(stored()).toMatchObject({ applied, finishedAt: world.now });
    expect(world.callbacks).toMatchObject([{ eventId: "evt_1", deliveryRound: 1 }]);
    expect(counted).toEqual(applied === "not_understood" ? ["EventsNotUnderstood"] : []);
  });

  it("one of an account that the merchant has no more, whose state is not the merchant's", async () => {
    const account = { processorAccountId: "acct_new", chargesEnabled: true };
    world.change(merchantKey("mer_1"), { account, formerAccountIds: ["acct_1"] });
    fault = new Failure("processor_unavailable", "Nobody should ask.");
    await resumeEvent(record({ object: "account", id: "acct_1" }, { type: "account.updated" }), world.now);
    expect(stored()).toMatchObject({ applied: "not_about_a_payment", finishedAt: world.now });
    expect(world.table.peek(merchantKey("mer_1"))?.account).toEqual(account);
  });

  it("one of a dispute that the processor does not know, of a payment that it does", async () => {
    knownIntent = { metadata: metadataOf(PAYMENT) };
    await resumeEvent(record(dispute, { type: "charge.dispute.created" }), world.now);
    expect(stored()).toMatchObject({ applied: "unknown_dispute", finishedAt: world.now });
    const fresh = record(dispute, { type: "charge.dispute.created" }, 60);
    await expect(resumeEvent(fresh, world.now)).rejects.toMatchObject({ code: "service_unavailable" });
  });

  it("one whose subject is not there is not finished while it is fresh", async () => {
    const payout = record({ object: "payout", id: "po_1" }, { type: "payout.paid" }, 60);
    await expect(resumeEvent(payout, world.now)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(stored().finishedAt).toBeUndefined();
    expect(world.callbacks).toEqual([]);
  });

  it("one is not finished where the processor is away", async () => {
    fault = new Failure("processor_unavailable", "Away.", { processorSays: "nothing" });
    const payout = record({ object: "payout", id: "po_1" }, { type: "payout.paid" });
    await expect(resumeEvent(payout, world.now)).rejects.toThrow("Away.");
    expect(stored().finishedAt).toBeUndefined();
  });

  it("one of damaged bytes is not understood, is counted, and is sent so that its delivery can end it", async () => {
    const receipt = await resumeEvent(record({}, { body: new Uint8Array([1]) }), world.now);
    expect(receipt.forwarded).toBe(true);
    expect(stored()).toMatchObject({ applied: "not_understood", finishedAt: world.now });
    expect(counted).toEqual(["EventsNotUnderstood"]);
  });
});

describe("an account that has changed is told to every endpoint that chose it", () => {
  const UPDATED = [{ object: "account", id: "acct_1" }, { type: "account.updated" }] as const;
  const ownEvents = () =>
    world.table.all().filter(({ sk, source }) => sk === "EVENT" && source === "service");

  beforeEach(() => {
    for (const { pk, sk } of ownEvents()) world.table.expire({ pk: String(pk), sk: String(sk) });
    knownAccount = { id: "acct_1", charges_enabled: true, details_submitted: true };
    world.change(merchantKey("mer_1"), { account: { processorAccountId: "acct_1", version: 1 } });
    world.changeEndpoint("mer_1", { payload: "service" });
  });

  it("by the processor's event alone where that names them all", async () => {
    await resumeEvent(record(...UPDATED), world.now);
    expect(world.callbacks.map(({ eventId }) => eventId)).toEqual(["evt_1"]);
    expect(ownEvents()).toEqual([]);
  });

  const add = () => world.changeEndpoint("mer_1", { endpointId: "ep_added" });
  it.each<[string, () => void]>([
    ["before it is applied", add],
    [
      "while the processor is asked",
      () => {
        whileAsked = add;
      },
    ],
  ])("also to one that was added after the event was recorded, %s", async (_, prepare) => {
    const event = record(...UPDATED);
    prepare();
    await resumeEvent(event, world.now);
    expect(ownEvents()).toMatchObject([{ type: "account.updated", endpoints: ["ep_added"] }]);
  });
});

describe("an operator has an event applied once more:", () => {
  const change = () => ({ at: world.now, actor: "olivia", random: randomBytes });

  it("one of our own is rejected, and not noted", async () => {
    const own = record(
      { object: "payment_intent", id: "pi_1" },
      { type: "payment.hold_expiring", source: "service" },
    );
    await expect(reapplyEvent(own, change())).rejects.toMatchObject({ code: "invalid_request" });
    expect(await listAudit("mer_1")).toEqual([]);
  });

  it("a finished one keeps when it was finished, says what it is now, and is not sent", async () => {
    await reapplyEvent(record(OTHERS_INTENT, { finishedAt: 5, applied: "unknown_payment" }), change());
    expect(stored()).toMatchObject({ applied: "not_this_payment", finishedAt: 5 });
    expect(world.callbacks).toEqual([]);
  });

  it("an unfinished one takes all the steps that are left", async () => {
    await reapplyEvent(record(OTHERS_INTENT), change());
    expect(stored()).toMatchObject({ applied: "not_this_payment", finishedAt: world.now });
    expect(world.callbacks).toHaveLength(1);
  });
});
