import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { dateOf, dayAfter } from "../../../shared/domain/finance/day.ts";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { beginInTheMorning, forgetOpenWork, HOUR_MS, isOpen, later } from "../../support/open-work.ts";
import { dwindlingLife, reconcile } from "../../support/reconciliation.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { type Call, chargeFetch, intentCreation, movementList } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);
beforeEach(beginInTheMorning);

const today = () => dateOf(Date.now());
const make = (lifeMs?: () => number) =>
  reconcile(service, { kind: "statement", merchantId: shop.merchantId, date: today() }, lifeMs);
const statement = async (date = today()) => (await shop.api.call("GET", `/v1/statements/${date}`)).json;
const KEPT = { batchItemFailures: [{ itemIdentifier: "m0" }] };
const DONE = { batchItemFailures: [] };

async function buy() {
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created, "pm_card_visa", String(created.json.connectedAccountId));
  return created.json;
}

it.each([
  ["removed", { svcPaymentId: "", svcEnv: "" }],
  ["changed to another payment's id", { svcPaymentId: `svcpay_${"0".repeat(32)}` }],
])(
  "52: a payment whose ids were %s at the processor before it was paid is right after the day's statement",
  async (_, metadata) => {
    const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
    const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = created.json;
    const options = { stripeAccount: String(connectedAccountId) };
    await service.stripe.paymentIntents.update(String(processorPaymentIntentId), { metadata }, options);
    await service.confirm(created, "pm_card_visa", String(connectedAccountId));
    expect((await shop.api.get(svcPaymentId)).json.status).not.toBe("succeeded");
    expect(await make()).toEqual(DONE);
    expect((await shop.api.get(svcPaymentId)).json.status).toBe("succeeded");
    expect((await statement()).differences).toContainEqual(
      expect.objectContaining({ svcPaymentId, healed: true }),
    );
  },
);

it.each([
  ["removed", { svcPaymentId: "", svcEnv: "" }],
  ["changed to another payment's id", { svcPaymentId: `svcpay_${"0".repeat(32)}` }],
])(
  "52: also where its ids were %s and it was paid days after it was created, and the timeline says why",
  async (_, metadata) => {
    const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
    const { svcPaymentId, processorPaymentIntentId, connectedAccountId } = created.json;
    const options = { stripeAccount: String(connectedAccountId) };
    await service.stripe.paymentIntents.update(String(processorPaymentIntentId), { metadata }, options);
    later(3 * 24 * HOUR_MS);
    const merchantsOwn = await service.stripe.paymentIntents.create(
      { amount: 70, currency: "usd", automatic_payment_methods: { enabled: true, allow_redirects: "never" } },
      options,
    );
    const card = { payment_method: "pm_card_visa", return_url: "https://shop.example/return" };
    await service.stripe.paymentIntents.confirm(merchantsOwn.id, card, options);
    await service.confirm(created, "pm_card_visa", String(connectedAccountId));
    expect(await make()).toEqual(DONE);
    expect((await shop.api.get(svcPaymentId)).json.status).toBe("succeeded");
    expect(await statement()).toMatchObject({
      merchantsOwn: 1,
      totals: [{ grossCents: 1000 }],
      differences: [{ kind: "status_differs", svcPaymentId, healed: true }],
    });
    const timeline = (await shop.api.call("GET", `/v1/payments/${svcPaymentId}/timeline`)).json;
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: "reconciled", reason: "edited_metadata" }),
    );
  },
);

it("53: a paid intent that only names an open creation is told apart, and is not the payment's", async () => {
  const key = randomUUID();
  service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
  expect((await shop.api.create({ amountCents: 1000 }, key)).status).toBe(503);
  service.processor.clear();
  const svcPaymentId = paymentIdFor(shop.merchantId, key);
  const stripeAccount = String((await findMerchant(shop.merchantId))?.account?.processorAccountId);
  const { id: processorPaymentIntentId } = await service.stripe.paymentIntents.create(
    {
      amount: 1000,
      currency: "usd",
      automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      metadata: { svcPaymentId, svcEnv: "local" },
      payment_method: "pm_card_visa",
      confirm: true,
    },
    { stripeAccount },
  );
  expect(await make()).toEqual(DONE);
  expect((await service.item(svcPaymentId)).processorPaymentIntentId).toBeUndefined();
  expect((await statement()).differences).toMatchObject([
    { kind: "foreign_metadata", processorPaymentIntentId, healed: false },
  ]);
});

it.each([
  ["without a code", {}],
  ["for want of a right", { code: "more_permissions_required" }],
  ["that says the account is lost, which the account does not", { code: "account_invalid" }],
])(
  "50: an account that could not be read for a 403 %s has no statement, until it can be",
  async (_, code) => {
    await buy();
    const body = { error: { type: "invalid_request_error", message: "No.", ...code } };
    service.processor.inject(movementList, { kind: "answer", status: 403, body });
    expect(await make()).toEqual(KEPT);
    expect((await statement()).title).toBe("Not found");
    expect(await make()).toEqual(DONE);
    expect(await statement()).toMatchObject({ totals: [{ grossCents: 1000 }], unreachableAccounts: [] });
  },
);

it.each([429, 500])("the processor answers %d: no statement, and its message comes back", async (status) => {
  await buy();
  service.processor.inject(movementList, { kind: "answer", status, body: { error: {} } });
  expect(await make()).toEqual(KEPT);
  expect((await statement()).title).toBe("Not found");
  expect(await make()).toEqual(DONE);
  expect(await statement()).toMatchObject({ totals: [{ grossCents: 1000 }] });
});

describe("a failure in the middle of a day", () => {
  const FAILURE = { kind: "answer", status: 500, body: { error: {} } } as const;
  const asked = (call: Call) => service.processor.passed.filter(call).length;

  it("costs the next run the page that it struck, and no other", async () => {
    await buy();
    await make();
    const pages = asked(movementList);
    service.clearWires();
    service.processor.inject((passing) => movementList(passing) && asked(movementList) > 15, FAILURE);
    expect(await make()).toEqual(KEPT);
    expect(await make()).toEqual(DONE);
    expect(asked(movementList)).toBe(pages + 1);
    expect(await statement()).toMatchObject({
      totals: [{ grossCents: 1000 }],
      differences: [{ healed: true }],
    });
  });
});

describe("a charge that money leads to cannot be read", () => {
  const answer = (status: number, error: object) => ({ kind: "answer", status, body: { error } }) as const;
  const MISSING = answer(404, { type: "invalid_request_error", code: "resource_missing", param: "id" });

  it("at all: its line is unexplained, counted and shown, and the day is complete", async () => {
    const { svcPaymentId } = await buy();
    // The line of a returned fee names its fee, and the fee its charge.
    expect((await shop.api.refund(svcPaymentId, { amountCents: 500 })).status).toBe(200);
    service.processor.inject(chargeFetch, MISSING);
    expect(await make()).toEqual(DONE);
    const [fee] = (await statement()).totals as { otherCents: number; otherCount: number }[];
    expect(fee).toMatchObject({
      grossCents: 1000,
      refundsCents: 500,
      merchantsOwnNetCents: 0,
      otherCount: 1,
    });
    expect(await statement()).toMatchObject({ unexplained: 1, merchantsOwn: 0 });
    // Where it can be read again, a statement that is made again explains it.
    expect(await make()).toEqual(DONE);
    expect(await statement()).toMatchObject({ unexplained: 0, totals: [{ otherCents: 0 }] });
  });

  it.each([
    ["while the processor is away", answer(503, { type: "api_error" })],
    ["while our key lacks a right", answer(403, { type: "invalid_request_error", message: "permission" })],
  ])("%s: the day waits, and nothing of it is unexplained", async (_, fault) => {
    const { svcPaymentId } = await buy();
    expect((await shop.api.refund(svcPaymentId, { amountCents: 500 })).status).toBe(200);
    service.processor.inject(chargeFetch, fault);
    expect(await make()).toEqual(KEPT);
    expect(await make()).toEqual(DONE);
    expect(await statement()).toMatchObject({ unexplained: 0, totals: [{ otherCents: 0 }] });
  });
});

describe("a day that is too large for one run", () => {
  const movementLists = () => service.processor.passed.filter(movementList).length;

  /** Runs, each with time for so many pages, until one comes to its end; answers how many it took. */
  async function makeInRuns(pages: number): Promise<number> {
    for (let runs = 1; runs < 100; runs++) {
      expect(await make(dwindlingLife(pages))).toEqual(DONE);
      if (!(await isPutAside())) return runs;
    }
    throw new Error("It does not come to its end.");
  }
  const isPutAside = () => isOpen(service, `WORK#${shop.merchantId}`);

  it("is finished by several: each goes on where the last has stopped, and nothing is counted twice", async () => {
    const paid = await buy();
    await shop.api.refund(paid.svcPaymentId, { amountCents: 300 }, "refund");
    await buy();
    const unpaid = await shop.api.create({ amountCents: 700 }, randomUUID());
    expect(unpaid.status).toBe(201);
    await make();
    const { generatedAt: _, ...atOnce } = await statement();
    const listsAtOnce = movementLists();
    service.clearWires();

    expect(await makeInRuns(5)).toBeGreaterThan(4);
    expect(movementLists()).toBe(listsAtOnce);
    const { generatedAt: __, ...inRuns } = await statement();
    expect(inRuns).toEqual(atOnce);
    expect(inRuns).toMatchObject({ matched: 2, totals: [{ grossCents: 2000, refundsCents: 300 }] });
  });
});

it("two runs at once heal once, and leave one statement", async () => {
  const { svcPaymentId } = await buy();
  expect(await Promise.all([make(), make()])).toEqual([DONE, DONE]);
  expect((await shop.api.get(svcPaymentId)).json.status).toBe("succeeded");
  await make();
  expect((await statement()).totals).toMatchObject([{ grossCents: 1000 }]);
});

it("a balance at the processor that the lines do not explain is a difference of that day", async () => {
  const [first, second] = [today(), dayAfter(today())];
  const makeDay = (date: string) => {
    later(Date.parse(`${date}T00:00:00Z`) + 30 * HOUR_MS - Date.now());
    return reconcile(service, { kind: "statement", merchantId: shop.merchantId, date });
  };
  await buy();
  expect(await makeDay(first)).toEqual(DONE);
  const [balance] = (await statement(first)).balances as { closingBalanceCents: number }[];
  const closing = Number(balance?.closingBalanceCents);
  const available = [{ amount: closing + 7, currency: "usd" }];
  // It is asked for before and after what moved since the day.
  service.processor.inject(
    ({ path }) => path === "/v1/balance",
    { kind: "answer", status: 200, body: { object: "balance", available, pending: [] } },
    2,
  );
  expect(await makeDay(second)).toEqual(DONE);
  const report = await shop.api.call("GET", `/v1/reports/balance?from=${first}&to=${second}`);
  expect(report.json).toMatchObject({
    complete: true,
    rows: [{ openingBalanceCents: 0, differenceCents: 7, closingBalanceCents: closing + 7 }],
    days: [
      { date: first, rows: [{ differenceCents: 0, closingBalanceCents: closing }] },
      { date: second, rows: [{ openingBalanceCents: closing, differenceCents: 7 }] },
    ],
  });
});
