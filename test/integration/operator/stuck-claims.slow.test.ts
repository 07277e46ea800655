import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { accountCreationKey, type Key, operationKey, paymentKey } from "../../../shared/ledger/table.ts";
import { OFF_THE_LIST } from "../../support/ledger-edits.ts";
import { type Desk, MINUTE_SECONDS, useDesk } from "./desk.ts";

/** An open claim of each kind, made by hand in the ledger, is closed by one command, or by waiting. */
const desk = useDesk();
const item = desk.item.bind(desk);
const change = desk.change.bind(desk);
let shop: Awaited<ReturnType<Desk["openShop"]>>;

beforeAll(async () => {
  shop = await desk.openShop("Corner Shop");
});

/** What an operator calls a claim, and where it lies. */
type OpenClaim = { id: string; key: Key };

async function payment(body: object = {}): Promise<string> {
  const created = await shop.api.create({ amountCents: 1000, ...body }, randomUUID());
  await desk.stack.confirm(created);
  return String(created.json.svcPaymentId);
}

/** The record of the one keyed operation of a payment. */
async function operationOf(svcPaymentId: string): Promise<OpenClaim> {
  const { pk } = paymentKey(svcPaymentId);
  const found = (await desk.items()).find((one) => one.pk === pk && String(one.sk).startsWith("OPERATION#"));
  const operationId = String(found?.operationId);
  return { id: `${svcPaymentId}/${operationId}`, key: operationKey(svcPaymentId, operationId) };
}

const KINDS: [string, () => Promise<OpenClaim>][] = [
  [
    "the creation of a payment",
    async () => {
      const id = await payment();
      await change(paymentKey(id), { processorPaymentIntentId: undefined });
      return { id, key: paymentKey(id) };
    },
  ],
  [
    "a keyed capture",
    async () => {
      const id = await payment({ captureMethod: "manual" });
      await shop.api.capture(id, { amountCents: 700 }, "capture");
      return operationOf(id);
    },
  ],
  [
    "a keyed refund",
    async () => {
      const id = await payment();
      await shop.api.refund(id, { amountCents: 300 }, "refund");
      return operationOf(id);
    },
  ],
  [
    "a keyed cancellation",
    async () => {
      const id = await payment({ captureMethod: "manual" });
      await shop.api.cancel(id, {}, "cancel");
      return operationOf(id);
    },
  ],
  [
    "the creation of an account",
    async () => ({ id: shop.merchantId, key: accountCreationKey(shop.merchantId) }),
  ],
];

/** As if the call had died after the processor did it, longer ago than its lease: nothing of its answer is left. */
async function reopen({ key }: OpenClaim, place: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { answer } = await item(key);
  expect(answer).toBeDefined();
  const claimedAt = Date.now() - 120_000;
  const claim = { state: "claimed", leaseExpiresAt: 0, claimedAt, attemptedAt: claimedAt, attempts: 1 };
  await change(key, { answer: undefined, ...claim, ...place });
  return answer as Record<string, unknown>;
}

it("one command closes each, with the answer that the client would have got", async () => {
  const claims = await Promise.all(KINDS.map(async ([name, make]) => ({ name, ...(await make()) })));
  const answers = await Promise.all(claims.map((claim) => reopen(claim, OFF_THE_LIST)));
  const runs = await desk.runLines(claims.map(({ id }) => ["open-work", "visit", id, "--json"]));
  for (const [index, { name, id, key }] of claims.entries()) {
    expect(JSON.parse(runs[index]?.stdout ?? "{}"), name).toEqual({ id, outcome: "completed" });
    expect(await item(key), name).toMatchObject({
      state: "completed",
      answer: { status: answers[index]?.status },
    });
  }
  const { audit } = await desk.json<{ audit: { action: string; subject: string }[] }>(
    "merchants",
    "show",
    shop.merchantId,
  );
  for (const { id } of claims)
    expect(audit).toContainEqual(expect.objectContaining({ action: "visit-open-work", subject: id }));
});

it("waiting closes each that is on the list", async () => {
  const claims = await Promise.all(KINDS.map(([, make]) => make()));
  for (const claim of claims) {
    const { pk, sk } = claim.key;
    await reopen(claim, { dueShard: "DUE#5", dueSort: `${Date.now() - 1000}#${pk}#${sk}`, dueStep: 0 });
  }
  await desk.stack.letPass(MINUTE_SECONDS);
  for (const { key } of claims) {
    await expect.poll(async () => (await item(key)).state).toBe("completed");
    expect((await item(key)).dueSort).toBeUndefined();
  }
});
