import { afterEach, expect, it } from "vitest";
import type { ConsoleSession } from "../../../shared/domain/access/console-session.ts";
import type { PaymentState } from "../../../shared/domain/payments/payment.ts";
import type { ApiKeyRecord } from "../../../shared/ledger/api-keys.ts";
import { accountCreationKey, eventsWorkKey, readerKey, sessionKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld, PAYMENT_ID } from "../../support/fake-world.ts";

/* A write whose reply is lost is sent again, and then its condition fails on what it has written itself. */
const world = new FakeWorld().enter();
const { newAccountCreation } = await import("../../../shared/ledger/accounts.ts");
const { findApiKey, markRotated, saveApiKey } = await import("../../../shared/ledger/api-keys.ts");
const { claimAttempt, findDelivery } = await import("../../../shared/ledger/attempts.ts");
const { rejectClaim, releaseClaim, resumeClaim, takeClaim } = await import(
  "../../../shared/ledger/claims.ts"
);
const { createConsoleSession, saveEntry } = await import("../../../shared/ledger/console-sessions.ts");
const { RECORDED, updateItem } = await import("../../../shared/ledger/expressions.ts");
const { findPayment, newPaymentRecord, savePaymentState } = await import(
  "../../../shared/ledger/payments.ts"
);
const { leaseReader } = await import("../../../shared/ledger/reader-leases.ts");
const { createRebuiltPayment } = await import("../../../shared/ledger/rebuilt-payments.ts");
const { claimPull } = await import("../../../shared/ledger/watermarks.ts");
const { saveSlice, startWork, startWorkOnce } = await import("../../../shared/ledger/work.ts");

afterEach(() => {
  world.losesReplies = false;
  world.emptyTable();
});

const claimRequest = (ownerToken: string) => ({
  ...{ merchantId: "mer_1", fingerprint: "same", ownerToken, at: world.now },
});
const claimAs = (ownerToken: string) =>
  takeClaim(newAccountCreation("mer_1", { country: "US" }), claimRequest(ownerToken));
async function claimed() {
  const outcome = await claimAs("first");
  if (outcome.kind !== "owned") throw new Error("The claim was there before.");
  return outcome.record;
}

const KEY_ID = `key_${"1".repeat(26)}`;
const API_KEY: ApiKeyRecord = {
  ...{ keyId: KEY_ID, merchantId: `mer_${"1".repeat(16)}`, preset: "full", salt: "salt", hash: "random" },
  ...{ createdAt: 1, endsAt: null },
};

const SESSION_ID = `ses_${"1".repeat(26)}07${"x".repeat(8)}`;
const SESSION = {
  ...{ sessionId: SESSION_ID, merchantId: API_KEY.merchantId, access: "read", state: "offered" },
  ...{ createdAt: world.now, endsAt: world.now + 1000, code: { salt: "s", hash: "h" } },
  maker: { kind: "key", keyId: KEY_ID },
} as ConsoleSession;

const WORK = {
  ...{ merchantId: "mer_1", runId: "ours", progress: {}, at: 1, dueAtMs: 1, ttlSeconds: 1 },
};
const WORK_KEY = eventsWorkKey("mer_1", "recover");

const TERMS = {
  ...{ connectedAccountId: "acct_1", amountCents: 1000, applicationFeeCents: 0, currency: "usd" },
  captureMethod: "automatic",
} as Parameters<typeof newPaymentRecord>[0]["terms"];
const STATE: PaymentState = {
  ...{ status: "succeeded", amountCents: 1000, applicationFeeCents: 0, refundedCents: 0 },
  ...{ processorPaymentIntentId: "pi_1", processorChargeId: "ch_1", captureBefore: null },
};
const rebuild = () =>
  createRebuiltPayment(
    { svcPaymentId: PAYMENT_ID, merchantId: "mer_1", terms: TERMS, traceId: "trace", at: 7 },
    { answer: { status: 201, body: "{}" }, state: STATE, disputes: [], ownerToken: "ours", keyNumber: 2 },
  );

/** What is there before, the write, and what it answers although its condition has failed. */
type Case = [
  write: string,
  prepare: () => Promise<unknown>,
  write: (prepared: never) => Promise<unknown>,
  answer: unknown,
];
const owned = (given: object) => ({ kind: "owned", record: expect.objectContaining(given) });
const CASES: Case[] = [
  ["a claim", async () => {}, () => claimAs("ours"), owned({ ownerToken: "ours", attempts: 1 })],
  [
    "a claim that is taken over",
    async () => {
      await releaseClaim(await claimed());
      return world.table.peek(accountCreationKey("mer_1"));
    },
    (standing) => resumeClaim(standing, claimRequest("ours")),
    owned({ ownerToken: "ours", attempts: 2 }),
  ],
  [
    "a claim that was rejected",
    async () => rejectClaim(await claimed(), "impossible"),
    () => claimAs("ours"),
    owned({ ownerToken: "ours", keyNumber: 2 }),
  ],
  [
    "the start of long work",
    async () => {},
    () => startWorkOnce(WORK_KEY, WORK),
    expect.objectContaining({ written: true }),
  ],
  [
    "a slice of long work",
    () => startWork(WORK_KEY, WORK),
    (work) => saveSlice(work, { progress: { at: 1 }, parts: [], runId: "ours" }, 1),
    expect.objectContaining({ version: 2 }),
  ],
  [
    "an attempt",
    async () => {
      world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "pending", receivedAt: 1 });
      return findDelivery("evt_1", ENDPOINT_ID);
    },
    (delivery) => claimAttempt(delivery, { token: "ours", now: world.now, nextAttemptAt: world.now }),
    expect.objectContaining({ kind: "claimed" }),
  ],
  [
    "a reader's lease",
    async () => {},
    async () => {
      await leaseReader({ merchantId: "mer_1", readerId: "tmr_1", subject: "a", ownerToken: "ours" }, 1);
      return world.table.peek(readerKey("mer_1", "tmr_1"));
    },
    // Not shared, so this request may end it.
    expect.objectContaining({ ownerToken: "ours" }),
  ],
  ["a session", async () => {}, () => createConsoleSession(SESSION, undefined), true],
  [
    "a session's entry",
    () => createConsoleSession(SESSION, undefined),
    () =>
      saveEntry(SESSION, { opener: { salt: "s", hash: "ours" }, enteredAt: world.now, endsAt: world.now }),
    { kind: "entered", session: expect.objectContaining({ state: "live" }) },
  ],
  ["an API key", async () => {}, () => saveApiKey(API_KEY), undefined],
  [
    "a rotation",
    async () => {
      await saveApiKey(API_KEY);
      return findApiKey(KEY_ID);
    },
    (key) => markRotated(key, { successorId: "ours", endsAt: 1 }),
    true,
  ],
  ["a rebuilt payment", async () => {}, rebuild, "rebuilt"],
  [
    "a rebuilt payment that was rejected",
    async () => world.putPayment({ ownerToken: "theirs", state: "rejected" }),
    rebuild,
    "rebuilt",
  ],
  ["a pull", async () => {}, () => claimPull("acct_1", { token: "ours", nowMs: 1, untilMs: 2 }), true],
];

it.each(CASES)("1: %s counts as written where it finds its own token", async (_, prepare, write, answer) => {
  const prepared = await prepare();
  world.losesReplies = true;
  expect(await write(prepared as never)).toEqual(answer);
});

it("an equal number is no token: what another request has written is not taken for one's own", async () => {
  world.putPayment({ terms: TERMS, ...STATE, version: world.now + 40 });
  const read = await findPayment(PAYMENT_ID);
  if (!read) throw new Error("There is no payment.");
  // Both write the version that was read, and one: a clock was ahead.
  expect(await savePaymentState(read, { ...STATE, refundedCents: 300 })).toMatchObject({
    refundedCents: 300,
  });
  expect(await savePaymentState(read, STATE)).toBeUndefined();
});

it("a write whose token is not given is known by none", async () => {
  type Item = { state: string; token?: string };
  const change = { set: { state: "b", token: undefined }, onlyIf: [RECORDED, { state: "a" }] };
  world.table.put({ ...sessionKey("mer_1", "07"), state: "b" }, {});
  const outcome = await updateItem<Item>(sessionKey("mer_1", "07"), { ...change, knownBy: "token" });
  expect(outcome.written).toBe(false);
});
