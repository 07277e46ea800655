import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { afterEach, expect, it, vi } from "vitest";
import { eraseMerchant } from "../../../shared/flows/merchants/erase-merchant.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { eventKey } from "../../../shared/ledger/table.ts";
import { attentionItems, attentionOf, control, DAY_SECONDS } from "../../support/attention.ts";
import { changeItem, OFF_THE_LIST } from "../../support/ledger-edits.ts";
import { forgetOpenWork, visitByMessage } from "../../support/open-work.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";

const counted = vi.hoisted(() => vi.fn());
vi.mock("../../../shared/runtime/metrics.ts", async (original) => ({
  ...(await original<object>()),
  count: counted,
}));

/** Payouts that come back from the bank. No event arrives here by itself: the test says what is told, and in which order. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const place = () => ({ table: service.table, tableName: service.stack.tableName });

/** What stays open is visited every day, also on the many days that pass in later tests. */
afterEach(async () => {
  for (const { pk, sk } of await attentionItems(service, "PAYOUT#"))
    await changeItem(place(), { pk: String(pk), sk: String(sk) }, OFF_THE_LIST);
});

const accountId = async (): Promise<string> =>
  (await findMerchant(shop.merchantId))?.account?.processorAccountId ?? "";

/** What the account is paid out, some days later; the newest payout at the processor. */
async function payOut(amount: number, days = 6): Promise<Stripe.Payout> {
  const stripeAccount = await accountId();
  if (amount !== 0)
    await control(service, `accounts/${stripeAccount}/balance`, { type: "adjustment", amount });
  await service.letPass(days * DAY_SECONDS);
  const [payout] = (await service.stripe.payouts.list({ limit: 1 }, { stripeAccount })).data;
  if (!payout) throw new Error("There is no payout.");
  return payout;
}

const fail = ({ id }: Stripe.Payout) => control(service, `payouts/${id}/fail`);

/** The processor's event of a type about a payout, told now. */
async function tell(type: string, { id }: Stripe.Payout) {
  const account = await accountId();
  const { data } = await service.stripe.events.list({ type }, { stripeAccount: account });
  const event = data.find(({ data: { object } }) => "id" in object && object.id === id);
  const reply = await service.webhook({ ...event, account });
  // On a busy machine the processor may not answer in time, and the event is left to its visit.
  if (reply.status === 200 && event && !(await service.eventItem(event.id)).finishedAt)
    await visitByMessage(service, eventKey(event.id));
  return reply;
}

const follow = async () =>
  reconcile(service, { kind: "payouts", merchantId: shop.merchantId, accountId: await accountId() });
const itemsOf = async ({ id }: Stripe.Payout) => {
  const all = await attentionItems(service, "PAYOUT#");
  return all.filter(({ subjectId }) => subjectId === id);
};
const visit = ({ id }: Stripe.Payout) =>
  visitByMessage(service, { pk: `ATTENTION#${shop.merchantId}`, sk: `PAYOUT#${id}` });

it("59: a payout that came back is listed once, until a later one that was made after it has arrived", async () => {
  const first = await payOut(5000);
  await tell("payout.paid", first);
  expect(await attentionOf(shop.api)).toEqual([]);
  await fail(first);
  // The order of events is not promised (fact P5): what was paid before is told after the failure.
  await tell("payout.failed", first);
  await tell("payout.paid", first);
  await follow();
  const listed = await attentionOf(shop.api);
  expect(listed).toMatchObject([
    {
      kind: "payout_failed",
      subject: { payoutId: first.id },
      orderRef: null,
      amountCents: 5000,
      currency: "usd",
      dueBy: null,
      advice: expect.stringContaining("bank account"),
    },
  ]);
  expect(await itemsOf(first)).toHaveLength(1);
  await visit(first);
  expect(await attentionOf(shop.api)).toEqual(listed);
  expect((await itemsOf(first))[0]?.dueSort).toBeDefined();

  const second = await payOut(0, 8);
  expect(second.status).toBe("paid");
  await tell("payout.paid", second);
  // Nobody has to wait for the visit that closes it.
  expect(await attentionOf(shop.api)).toEqual([]);
  await visit(first);
  const [item] = await itemsOf(first);
  expect(item).toMatchObject({ closedAt: expect.any(Number), expiresAt: expect.any(Number) });
  expect(item?.dueSort ?? item?.attentionSort).toBeUndefined();
  // Told once more, what is closed stays closed.
  await follow();
  expect((await itemsOf(first))[0]).toEqual(item);
});

it("a failed payout is shown to its merchant alone, and to nobody once that merchant was erased", async () => {
  const payout = await payOut(450);
  await fail(payout);
  await tell("payout.failed", payout);
  expect(await attentionOf(await service.otherMerchant())).toEqual([]);
  const merchant = await findMerchant(shop.merchantId);
  if (!merchant) throw new Error("There is no merchant.");
  const change = { at: Date.now(), random: randomBytes };
  await eraseMerchant(merchant, change, { settle: async () => {}, onPage: () => {} });
  const [item] = await itemsOf(payout);
  expect(item?.dueSort ?? item?.attentionSort).toBeUndefined();
  await visit(payout);
  expect(await itemsOf(payout)).toEqual([item]);
});
