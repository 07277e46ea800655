import { randomUUID } from "node:crypto";
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type Stripe from "stripe";
import { beforeAll, expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { paymentKey, timeSort } from "../../../shared/ledger/table.ts";
import { asShown } from "../../support/as-shown.ts";
import { DEFAULT_EVENTS } from "../../support/default-events.ts";
import { beginInTheMorning, later, MINUTE_MS, runSweep } from "../../support/open-work.ts";
import { disableWebhooks, reconcile } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";
import {
  attemptClaim,
  type Call,
  deliveredMark,
  intentCapture,
  intentCreation,
  refundCreation,
} from "../../support/wire-calls.ts";

/*
 * The proof: the processor's webhook endpoint is disabled throughout, calls lose their replies and no client comes
 * back. Sweep, pull and statement bring the ledger in line with the processor all the same, and every event to the
 * merchant. Then edits are planted behind our back: the statement finds exactly those.
 */
const PAYMENTS = 80;
const AT_ONCE = 8;
/** Of each kind of call, so many lose their reply: the function is as good as dead, and the client does not ask again. */
const LOST = 4;
/** So many deliveries die between the merchant's answer and the write of it; the ledger's client tries that often. */
const KILLED = 4;
/** So many die before they have posted anything: their messages are hidden until the queue gives them out again. */
const UNSENT = 4;
const TRIES = 3;

const service = useService();
const shop = useShop(service);
beforeAll(() => disableWebhooks(service));

let date: string;
const accountOf = async () =>
  String((await shop.api.call("GET", "/v1/onboarding/status")).json.processorAccountId);

/** Paid, or captured, or refunded in part or in full; whatever was not answered is not asked again. */
async function sell(index: number): Promise<void> {
  const kind = index % 4;
  const body = { amountCents: 1000 + index, ...(kind === 1 && { captureMethod: "manual" }) };
  const created = await shop.api.create(body, randomUUID());
  if (created.status !== 201) return;
  const { svcPaymentId, connectedAccountId } = created.json;
  await service.confirm(created, "pm_card_visa", String(connectedAccountId));
  if (kind === 1)
    await shop.api.capture(svcPaymentId, index % 8 === 1 ? { amountCents: 700 } : {}, "capture");
  if (kind === 2) await shop.api.refund(svcPaymentId, { amountCents: 300 }, "refund");
  if (kind === 3) await shop.api.refund(svcPaymentId, {}, "refund");
}

async function sellAll(): Promise<void> {
  const indexes = Array.from({ length: PAYMENTS }, (_, index) => index);
  const serve = async () => {
    for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) await sell(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
}

/** Everything of a list at the processor. */
async function all<T extends { id: string }>(
  list: (paging: { limit: number; starting_after?: string }) => Promise<{ data: T[]; has_more: boolean }>,
): Promise<T[]> {
  const found: T[] = [];
  for (let more = true; more; ) {
    const last = found.at(-1)?.id;
    const page = await list({ limit: 100, ...(last && { starting_after: last }) });
    found.push(...page.data);
    more = page.has_more;
  }
  return found;
}

const intents = async () => {
  const options = { stripeAccount: await accountOf() };
  return all((paging) =>
    service.stripe.paymentIntents.list({ ...paging, expand: ["data.latest_charge"] }, options),
  );
};

const PAYMENT_EVENTS = DEFAULT_EVENTS.filter((type) => type !== "account.updated");

const isAboutPayment = ({ type }: { type: string }) => type !== "account.updated";
const receivedIds = () =>
  new Set(shop.receiver.received.filter(isAboutPayment).map(({ eventId }) => eventId));

const onItsWay = async () => (await service.items()).filter(({ delivery }) => delivery === "pending").length;

/**
 * What the clock does: the sweep, and the hourly pull. Then waits for what is under way: a callback that has arrived and
 * is not yet noted would be sent again by the next jump of the clock.
 */
async function passTime(): Promise<void> {
  later(11 * MINUTE_MS);
  await runSweep(service);
  await reconcile(service, { kind: "events", merchantId: shop.merchantId, accountId: await accountOf() });
  await service.rest();
}

const eventIds = async () => {
  const options = { stripeAccount: await accountOf() };
  const events = await all((paging) =>
    service.stripe.events.list({ ...paging, types: [...PAYMENT_EVENTS] }, options),
  );
  return events.map(({ id }) => id).sort();
};

/** What the processor says of an intent, in the ledger's words but by the test's own arithmetic. */
function expectedOf(intent: Stripe.PaymentIntent) {
  const charge = intent.latest_charge as Stripe.Charge | null;
  const refundedCents = charge?.amount_refunded ?? 0;
  const amountCents = charge?.captured ? charge.amount_captured : intent.amount;
  const paid =
    refundedCents === 0 ? "succeeded" : refundedCents < amountCents ? "partially_refunded" : "refunded";
  return {
    svcPaymentId: intent.metadata.svcPaymentId,
    status: intent.status === "succeeded" ? paid : intent.status,
    amountCents,
    refundedCents,
    processorPaymentIntentId: intent.id,
  };
}

const ledger = async () =>
  (await service.items())
    .filter(({ sk, merchantId }) => sk === "PAYMENT" && merchantId === shop.merchantId)
    .map(asShown);
const make = async () => {
  await reconcile(service, { kind: "statement", merchantId: shop.merchantId, date });
  return (await shop.api.call("GET", `/v1/statements/${date}`)).json;
};

/** The deliveries of these events die at that write: no repetition of it comes through either. */
function killAt(write: Call, eventIds: string[]): void {
  for (const eventId of eventIds) {
    const itsWrite: Call = (passing) => write(passing) && passing.body.includes(eventId);
    service.dynamodb.inject(itsWrite, { kind: "drop_request" }, TRIES);
  }
}

async function edit(payment: Record<string, unknown>, attribute: string, value: unknown): Promise<void> {
  await service.table.send(
    new UpdateCommand({
      TableName: service.stack.tableName,
      Key: paymentKey(String(payment.svcPaymentId)),
      UpdateExpression: "SET #name = :value",
      ExpressionAttributeNames: { "#name": attribute },
      ExpressionAttributeValues: { ":value": value },
    }),
  );
}

it("45: without a single webhook the ledger equals the processor, and every difference is found", async () => {
  beginInTheMorning();
  date = dateOf(Date.now());
  for (const call of [intentCreation, intentCapture, refundCreation])
    service.processor.inject(call, { kind: "drop_reply" }, 2 * LOST);
  await sellAll();
  expect(service.allFaultsStruck).toBe(true);
  expect(
    (await ledger()).filter(({ status }) => status === "requires_payment_method").length,
  ).toBeGreaterThan(0);

  const told = await eventIds();
  killAt(deliveredMark, told.slice(0, KILLED));
  const unsent = told.slice(-UNSENT);
  killAt(attemptClaim, unsent);
  expect(told.length).toBeGreaterThan(PAYMENTS);
  await passTime();
  expect(receivedIds().size).toBe(told.length - UNSENT);
  expect(await onItsWay()).toBe(KILLED + UNSENT);
  expect(unsent.filter((eventId) => receivedIds().has(eventId))).toEqual([]);
  // A moved clock stands still, and a hidden message stays hidden until it is moved again.
  for (let round = 0; round < 4 && (await onItsWay()) > 0; round++) await passTime();
  expect([...receivedIds()].sort()).toEqual(told);
  // Twice where an attempt was killed after its post, under the same id; never otherwise.
  expect(shop.receiver.received.filter(isAboutPayment)).toHaveLength(told.length + KILLED);

  await service.eventually(async () => !(await service.items()).some(({ state }) => state === "claimed"));

  const expected = (await intents()).map(expectedOf);
  const payments = await ledger();
  expect(expected).toHaveLength(PAYMENTS);
  expect(payments).toHaveLength(PAYMENTS);
  for (const facts of expected)
    expect(payments.find(({ svcPaymentId }) => svcPaymentId === facts.svcPaymentId)).toMatchObject(facts);
  const gross = expected.filter(({ status }) => status !== "requires_payment_method");
  const refunded = expected.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  expect(await make()).toMatchObject({
    differences: [],
    differencesOmitted: 0,
    matched: PAYMENTS,
    merchantsOwn: 0,
    unexplained: 0,
    totals: [
      {
        grossCents: gross.reduce((sum, { amountCents }) => sum + amountCents, 0),
        refundsCents: refunded,
        disputesCents: 0,
      },
    ],
  });

  const planted = await plant(payments);
  const { differences, matched } = await make();
  const found = differences as Planted[];
  expect(found).toHaveLength(planted.length);
  expect(found).toEqual(expect.arrayContaining(planted.map((one) => expect.objectContaining(one))));
  expect(found.slice(0, 5).every(({ healed }) => healed)).toBe(true);
  // Two are gone from the ledger; the one that is in the ledger alone was never among them.
  expect(matched).toBe(PAYMENTS - planted.filter(({ kind }) => kind !== "foreign_metadata").length + 1);
  const after = await ledger();
  const healed = (await intents()).map(expectedOf);
  for (const { svcPaymentId } of planted.filter((one) => one.healed)) {
    const [facts] = healed.filter((intent) => intent.svcPaymentId === svcPaymentId);
    expect(after.find((payment) => payment.svcPaymentId === svcPaymentId)).toMatchObject(facts ?? {});
  }
});

type Planted = { kind: string; svcPaymentId: unknown; healed: boolean };

const toPlanted =
  (healed: boolean) =>
  ({ kind, svcPaymentId }: { kind: string; svcPaymentId?: unknown }): Planted => ({
    kind,
    svcPaymentId,
    healed,
  });

/** Ten edits behind our back: five that the processor knows better, five that a person must look at. */
async function plant(payments: Record<string, unknown>[]): Promise<Planted[]> {
  const untouched = payments.filter(({ status }) => status === "succeeded");
  const take = (): Record<string, unknown> => untouched.shift() ?? {};
  const stripeAccount = await accountOf();
  const [status, amount, refunds, fee, refunded] = [take(), take(), take(), take(), take()];
  await edit(status, "status", "requires_payment_method");
  await edit(amount, "amountCents", 1);
  await edit(refunds, "refundedCents", 77);
  await edit(fee, "applicationFeeCents", 0);
  const refund = { payment_intent: String(refunded.processorPaymentIntentId), amount: 100 };
  await service.stripe.refunds.create(refund, { stripeAccount });

  const [lost, alsoLost, copied, alsoCopied, cloned] = [take(), take(), take(), take(), take()];
  for (const { svcPaymentId } of [lost, alsoLost])
    await service.table.send(
      new DeleteCommand({ TableName: service.stack.tableName, Key: paymentKey(String(svcPaymentId)) }),
    );
  for (const { svcPaymentId } of [copied, alsoCopied])
    await service.stripe.paymentIntents.create(
      {
        amount: 500,
        currency: "usd",
        confirm: true,
        payment_method: "pm_card_visa",
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
        metadata: { svcPaymentId: String(svcPaymentId), svcEnv: "local" },
      },
      { stripeAccount },
    );
  const invented = paymentIdFor(shop.merchantId, "invented");
  const item = {
    ...cloned,
    ...paymentKey(invented),
    svcPaymentId: invented,
    processorPaymentIntentId: "pi_invented",
    paymentSort: timeSort(Number(cloned.createdAt), invented),
  };
  await service.table.send(new PutCommand({ TableName: service.stack.tableName, Item: item }));
  const healed = [
    { kind: "status_differs", ...status },
    { kind: "amount_differs", ...amount },
    { kind: "refunds_differ", ...refunds },
    { kind: "fee_differs", ...fee },
    { kind: "refunds_differ", ...refunded },
  ].map(toPlanted(true));
  const open = [
    { kind: "not_in_ledger", ...lost },
    { kind: "not_in_ledger", ...alsoLost },
    { kind: "foreign_metadata", ...copied },
    { kind: "foreign_metadata", ...alsoCopied },
    { kind: "not_at_processor", svcPaymentId: invented },
  ].map(({ kind, svcPaymentId }) => ({
    kind,
    svcPaymentId,
    healed: false,
  }));
  return [...healed, ...open];
}
