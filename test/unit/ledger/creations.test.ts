import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PaymentTerms } from "../../../shared/domain/payments/create.ts";
import type { PaymentState } from "../../../shared/domain/payments/payment.ts";
import type { PaymentRecord } from "../../../shared/ledger/payments.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The claim of a payment's creation, while a webhook may write onto the payment. */
const world = new FakeWorld().enter();
const { completeCreation, renewCreationKey } = await import("../../../shared/ledger/creations.ts");
const { takeClaim } = await import("../../../shared/ledger/claims.ts");
const { newPaymentRecord } = await import("../../../shared/ledger/payments.ts");
const { paymentKey } = await import("../../../shared/ledger/table.ts");
const { logOutput } = await import("../../../shared/runtime/logger.ts");
const logged = vi.spyOn(logOutput, "write").mockReturnValue();

const TERMS = { connectedAccountId: "acct_1", amountCents: 1000, currency: "usd" } as PaymentTerms;
const ANSWER = { status: 201, body: "{}" };
const STATE: PaymentState = {
  ...{ status: "requires_capture", amountCents: 1000, applicationFeeCents: 5, refundedCents: 0 },
  ...{ processorPaymentIntentId: "pi_1", processorChargeId: null, captureBefore: null },
};

/** Another one for each test. */
let svcPaymentId = "svcpay_0";
beforeEach(() => {
  svcPaymentId = `svcpay_${Number(svcPaymentId.slice(7)) + 1}`;
  logged.mockClear();
});

const stored = () => world.table.peek(paymentKey(svcPaymentId)) as unknown as PaymentRecord | undefined;
const set = (given: Record<string, unknown>) =>
  world.table.put({ ...paymentKey(svcPaymentId), ...stored(), ...given }, {});

async function claimed(): Promise<PaymentRecord> {
  const payment = { svcPaymentId, merchantId: "mer_1", terms: TERMS, traceId: "trace", at: world.now };
  const attempt = { merchantId: "mer_1", fingerprint: "same", ownerToken: "first", at: world.now };
  const outcome = await takeClaim(newPaymentRecord(payment), attempt);
  if (outcome.kind !== "owned") throw new Error(`The claim is ${outcome.kind}.`);
  return outcome.record;
}
/** Of any clock: then a raised version is the one before and one more. */
const FAR_AHEAD = 9_000_000_000_000;

const complete = (record: PaymentRecord, state = STATE) =>
  completeCreation(record, ANSWER, state, { needsCatchUp: false });

describe("the processor's key of a creation is renewed", () => {
  const renew = (record: PaymentRecord) => renewCreationKey(record, { at: world.now + 1 });

  it("under the next key, with the next version, so that no webhook that has read the former one fits", async () => {
    const record = { ...(await claimed()), version: FAR_AHEAD };
    set({ version: FAR_AHEAD });
    const { leaseExpiresAt } = record;
    const renewed = { keyNumber: 2, claimedAt: world.now + 1, version: FAR_AHEAD + 1, leaseExpiresAt };
    expect(await renew(record)).toMatchObject(renewed);
  });

  it("once, and answers the same to its own repetition", async () => {
    const record = await claimed();
    await renew(record);
    expect(await renew(record)).toMatchObject({ keyNumber: 2, ownerToken: "first" });
  });

  it("not once a webhook has brought what was made: the retry finds that", async () => {
    const record = await claimed();
    set({ processorPaymentIntentId: "pi_1", version: record.version + 1 });
    await expect(renew(record)).rejects.toMatchObject({
      ...{ code: "processor_unavailable", extras: { retryAfterSeconds: 1 } },
    });
    expect(stored()?.keyNumber).toBe(1);
  });

  it("not once another request has taken the claim over", async () => {
    const record = await claimed();
    set({ ownerToken: "second", keyNumber: 2 });
    await expect(renew(record)).rejects.toMatchObject({ code: "in_progress" });
  });
});

describe("a creation is completed", () => {
  it("with the state of its intent, of which it stores what differs from the terms", async () => {
    await complete(await claimed());
    expect(stored()).toMatchObject({ state: "completed", processorPaymentIntentId: "pi_1" });
    for (const gone of ["amountCents", "refundedCents", "captureBefore"])
      expect(stored()).not.toHaveProperty(gone);
  });

  it("7: once: its repetition, after a lost reply, answers the same, and is no replay", async () => {
    const record = await claimed();
    await complete(record);
    const before = stored();
    expect(await complete(record)).toEqual({ ...ANSWER, replayed: false });
    expect(stored()).toEqual(before);
  });

  it("with the state that a webhook has stored with its intent, which is newer", async () => {
    const record = await claimed();
    set({ processorPaymentIntentId: "pi_1", status: "succeeded", version: FAR_AHEAD });
    expect(await complete(record)).toEqual({ ...ANSWER, replayed: false });
    expect(stored()).toMatchObject({
      ...{ state: "completed", status: "succeeded", version: FAR_AHEAD + 1 },
    });
    for (const gone of ["processorChargeId", "leaseExpiresAt", "attempts", "dueSort"])
      expect(stored()).not.toHaveProperty(gone);
  });

  it("with a version that is the time of the write", async () => {
    const record = await claimed();
    vi.useFakeTimers({ now: FAR_AHEAD, toFake: ["Date"] });
    await complete(record);
    vi.useRealTimers();
    expect(stored()?.version).toBe(FAR_AHEAD);
  });

  it("with its own intent where a webhook has told it of another: the answer gives ours out", async () => {
    const record = await claimed();
    set({ processorPaymentIntentId: "pi_other", status: "succeeded", version: FAR_AHEAD });
    expect(await complete(record)).toEqual({ ...ANSWER, replayed: false });
    expect(stored()).toMatchObject({
      ...{ state: "completed", processorPaymentIntentId: "pi_1", status: "requires_capture" },
      dueSort: expect.any(String),
    });
    expect(logged).toHaveBeenCalledExactlyOnceWith("error", expect.stringMatching(/another intent/), {});
  });

  it.each([
    [4, "completed"],
    [5, "claimed"],
  ])(
    "though a webhook writes onto it right before each of %i writes: then it is %s",
    async (times, state) => {
      const record = await claimed();
      let left = times;
      world.beforeWrite("each", () => {
        if (left-- > 0) set({ processorPaymentIntentId: "pi_1", version: Number(stored()?.version) + 1 });
      });
      const outcome = await complete(record).catch(({ code }) => code);
      world.isKilled = () => false;
      expect(outcome).toEqual(state === "completed" ? { ...ANSWER, replayed: false } : "in_progress");
      expect(stored()?.state).toBe(state);
    },
  );

  it("stays to be caught up with where a webhook writes onto it once more after another intent", async () => {
    const record = await claimed();
    set({ processorPaymentIntentId: "pi_other", version: FAR_AHEAD });
    let left = 2;
    world.beforeWrite("each", () => {
      if (--left === 0) set({ processorPaymentIntentId: "pi_1", version: FAR_AHEAD + 1 });
    });
    await complete(record);
    world.isKilled = () => false;
    expect(stored()).toMatchObject({ state: "completed", dueSort: expect.any(String) });
  });

  it("not by a former owner, whose intent does not take the place of another", async () => {
    const record = await claimed();
    set({ ownerToken: "second", processorPaymentIntentId: "pi_other" });
    await expect(complete(record)).rejects.toMatchObject({ code: "in_progress" });
    expect(stored()).toMatchObject({ state: "claimed", processorPaymentIntentId: "pi_other" });
  });

  it("6: by the former owner's successor, whose answer is then the former owner's too", async () => {
    const former = await claimed();
    set({ ownerToken: "second" });
    const answer = { status: 201, body: '{"by":"second"}' };
    await completeCreation(stored() as PaymentRecord, answer, STATE, { needsCatchUp: false });
    expect(await complete(former)).toEqual({ ...answer, replayed: true });
  });

  it("not where it was erased: no answer comes back", async () => {
    const record = await claimed();
    set({ erasedAt: world.now });
    const before = stored();
    await expect(complete(record)).rejects.toMatchObject({ code: "in_progress" });
    expect(stored()).toEqual(before);
  });
});
