import { beforeEach, describe, expect, it, vi } from "vitest";
import { signatureHeader } from "../../../shared/domain/access/signing-secret.ts";
import { Failure } from "../../../shared/domain/failure.ts";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, dueAt, eventKey, pack, paymentKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld, PAYMENT_ID as PAYMENT } from "../../support/fake-world.ts";
import { stripeEventWith } from "../../support/stripe-objects.ts";

/* From a processor's webhook to the ledger: whose word is believed, who carries an event out, and whom it is told. */
const SECRETS = ["whsec_old", "whsec_new"];
const world = new FakeWorld().enter();
const counted = world.recordCounts();
let hasLiveKey = false;
vi.doMock("../../../shared/runtime/secrets.ts", () => ({
  readWebhookSecrets: async () => SECRETS,
  readProcessorKeys: async () => ({}),
  isLiveMode: async () => hasLiveKey,
}));
vi.doMock("../../../shared/processor/client.ts", () => {
  const ask = async () => {
    throw new Failure("processor_unavailable", "Away.", { processorSays: "nothing" });
  };
  return { callProcessor: ask, readFromProcessor: ask };
});
const { receiveEvent, ingestEvent } = await import("../../../shared/flows/webhook/receive-event.ts");
const { endpointsFor } = await import("../../../shared/domain/events/callback-endpoint.ts");
const { isUnmatched, retryUnmatched } = await import("../../../shared/flows/events/apply-event.ts");

const KEY = eventKey("evt_1");
const stored = () => world.table.peek(KEY) as unknown as EventRecord | undefined;
const set = (given: Record<string, unknown>) => world.table.put({ ...KEY, ...stored(), ...given }, {});
const seconds = () => Math.floor(world.now / 1000);
const OWN_CHARGE = { object: "payment_intent", id: "pi_own", metadata: {} };
/** What the processor is asked about, which does not answer now. */
const OURS = {
  object: "charge",
  id: "ch_1",
  payment_intent: "pi_1",
  metadata: { svcPaymentId: PAYMENT, svcEnv: "test" },
};

const bytesOf = (object: object = OWN_CHARGE, given: object = {}) =>
  Buffer.from(JSON.stringify(stripeEventWith(object, { created: seconds() - 3600, ...given })));
const arrival = (rawBody: Uint8Array) => ({
  ...{ rawBody, traceId: "trace", at: world.now },
});
const take = (rawBody = bytesOf()) => ingestEvent({ ...arrival(rawBody), source: "webhook" });

beforeEach(() => {
  world.emptyTable();
  counted.length = 0;
  hasLiveKey = false;
  world.callbacks.length = 0;
  world.putMerchant("mer_1");
  world.putAccount("mer_1", "acct_1");
  world.putPayment();
});

describe("a webhook", () => {
  const receive = (signature: string | undefined, rawBody = bytesOf()) =>
    receiveEvent({ ...arrival(rawBody), signature, signatureSeconds: seconds() });

  it("is believed under either secret, and goes the whole way", async () => {
    for (const secret of SECRETS) {
      world.table.expire(KEY);
      world.table.expire(deliveryKey("evt_1", ENDPOINT_ID));
      const rawBody = bytesOf();
      const receipt = await receive(signatureHeader(rawBody, [secret], seconds()), rawBody);
      expect(receipt).toEqual({ received: true, forwarded: true });
    }
    expect(stored()).toMatchObject({
      ...{
        applied: "not_about_a_payment",
        endpoints: [ENDPOINT_ID],
        source: "webhook",
        finishedAt: world.now,
      },
    });
    expect(counted).toEqual([]);
  });

  it("a webhook that is forged, or unsigned, is rejected and counted, and nothing is written", async () => {
    const rawBody = bytesOf();
    for (const signature of [undefined, signatureHeader(rawBody, ["whsec_else"], seconds())])
      await expect(receive(signature, rawBody)).rejects.toMatchObject({
        ...{ code: "invalid_signature", message: expect.stringMatching(/signature/) },
      });
    expect(counted).toEqual(["SignatureFailures", "SignatureFailures"]);
    expect(stored()).toBeUndefined();
  });
});

describe("an event that arrives", () => {
  it("a live event under a test key is rejected and counted, so that the processor keeps it", async () => {
    await expect(take(bytesOf(OWN_CHARGE, { livemode: true }))).rejects.toMatchObject({
      ...{ code: "service_unavailable", message: expect.stringContaining("test key") },
    });
    expect(counted).toEqual(["LiveEventsUnderTestKey"]);
    expect(stored()).toBeUndefined();
  });

  it("a thin event is rejected with what to do about it, and counted", async () => {
    const thin = { id: "evt_test_1", object: "v2.core.event", type: "v2.core.account.updated" };
    await expect(take(Buffer.from(JSON.stringify(thin)))).rejects.toMatchObject({
      ...{ code: "invalid_request", message: expect.stringMatching(/v2\.core\.account\.updated.*snapshot/) },
    });
    expect(counted).toEqual(["EventsNotUnderstood"]);
    expect(stored()).toBeUndefined();
  });

  it("a test event under a live key is acknowledged and ignored", async () => {
    hasLiveKey = true;
    expect(await take()).toEqual({ received: true, forwarded: false });
    expect(stored()).toBeUndefined();
    expect(counted).toEqual([]);
  });

  it("a second time is a duplicate once it is finished, and sends nothing more", async () => {
    await take();
    expect(await take()).toEqual({ received: true, forwarded: false });
    expect(world.callbacks).toHaveLength(1);
  });

  it("14: unfinished on record is finished: its call has died, or works side by side with this one", async () => {
    await take();
    set({ finishedAt: undefined, ...dueAt(KEY, world.now + 60_000) });
    expect(await take()).toEqual({ received: true, forwarded: true });
    expect(stored()).toMatchObject({ finishedAt: world.now });
  });

  it("an event that arrives and fails stays due, and the processor's next delivery takes it at once", async () => {
    await expect(take(bytesOf(OURS, { type: "charge.refunded" }))).rejects.toMatchObject({
      code: "processor_unavailable",
    });
    expect(stored()).toMatchObject({ endpoints: [ENDPOINT_ID], svcPaymentId: PAYMENT });
    expect(stored()?.finishedAt).toBeUndefined();
    expect(stored()?.dueSort).toBeDefined();
  });

  it("before its payment is there is sent again a moment later, and is not recorded yet", async () => {
    world.table.expire(paymentKey(PAYMENT));
    await expect(take(bytesOf(OURS, { created: seconds() }))).rejects.toMatchObject({
      ...{ code: "service_unavailable", extras: { retryAfterSeconds: 5 } },
    });
    expect(stored()).toBeUndefined();
  });

  it("says why a payment failed only where it is about that failure", async () => {
    const failed = { ...OWN_CHARGE, last_payment_error: { decline_code: "expired_card" } };
    await take(bytesOf(failed, { type: "payment_intent.payment_failed" }));
    expect(stored()?.declineCode).toBe("expired_card");
    world.table.expire(KEY);
    await take(bytesOf(failed));
    expect(stored()?.declineCode).toBeUndefined();
  });

  it("keeps why a payment was canceled", async () => {
    const canceled = { ...OWN_CHARGE, cancellation_reason: "abandoned" };
    await take(bytesOf(canceled, { type: "payment_intent.canceled" }));
    expect(stored()).toMatchObject({ cancellationReason: "abandoned" });
  });
});

const TOLD = {
  type: "payment_intent.succeeded",
  source: "webhook",
  svcPaymentId: PAYMENT,
  accountId: "acct_1",
} as const;
const merchantWith = (endpoint: object) =>
  ({
    account: null,
    callbackEndpoints: { version: 1, list: [{ endpointId: "ep_1", disabled: false, ...endpoint }] },
  }) as unknown as Merchant;

it("whether a merchant's server is told of an event depends on its endpoint, on its choice, and on what its payload can show", () => {
  expect(endpointsFor(TOLD, { account: null })).toBeUndefined();
  expect(endpointsFor(TOLD, merchantWith({}))).toEqual(["ep_1"]);
  expect(endpointsFor(TOLD, merchantWith({ disabled: true }))).toEqual(["ep_1"]);
  expect(endpointsFor(TOLD, merchantWith({ events: ["charge.refunded"] }))).toBeUndefined();
  expect(endpointsFor(TOLD, merchantWith({ events: [TOLD.type] }))).toEqual(["ep_1"]);
  const service = merchantWith({ payload: "service" });
  expect(endpointsFor(TOLD, service)).toEqual(["ep_1"]);
  expect(endpointsFor({ ...TOLD, svcPaymentId: undefined }, service)).toBeUndefined();
});

describe("an event whose payment the ledger had forgotten", () => {
  const SUCCEEDED = { ...OURS, object: "payment_intent", id: "pi_1" };
  /** As it stands after a restore: finished, and about a payment that was unknown. */
  const forget = (given: object = {}) => {
    world.putEvent(
      { eventId: "evt_1", merchantId: "mer_1" },
      { delivery: "delivered", receivedAt: world.now },
    );
    set({ body: pack(bytesOf(SUCCEEDED)), applied: "unknown_payment", ...given });
    return stored() as EventRecord;
  };

  it("is known by what was noted of it, unless its merchant was erased", () => {
    expect(isUnmatched(forget())).toBe(true);
    expect(isUnmatched(forget({ applied: "applied" }))).toBe(false);
    expect(isUnmatched(forget({ erasedAt: 1 }))).toBe(false);
  });

  it.each<[string, () => EventRecord]>([
    ["its bytes are damaged", () => forget({ body: new Uint8Array([1]) })],
    ["it is about no payment of ours", () => forget({ body: pack(bytesOf()) })],
    [
      "it is a test event under a live key",
      () => {
        hasLiveKey = true;
        return forget({ body: pack(bytesOf(SUCCEEDED)) });
      },
    ],
  ])("stays as it is where %s", async (_, prepare) => {
    const read = prepare();
    const before = stored();
    await retryUnmatched(read, world.now);
    expect(stored()).toEqual(before);
    expect(world.callbacks).toEqual([]);
  });
});
