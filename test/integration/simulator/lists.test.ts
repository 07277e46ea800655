import { beforeAll, describe, expect, it, vi } from "vitest";
import { CARD_USD, PAID, rejectionOf, useAccount, useBench } from "./support.ts";

const ids: string[] = [];
const FIRST_SECOND = 1_800_000_000;
const bench = useBench();
const options = useAccount(bench);
beforeAll(async () => {
  // Five intents, one second apart, newest first in `ids`.
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let second = 0; second < 5; second++) {
    vi.setSystemTime((FIRST_SECOND + second) * 1000);
    const metadata = { place: String(second) };
    ids.unshift((await bench.stripe.paymentIntents.create({ ...PAID, metadata }, options)).id);
  }
  vi.useRealTimers();
});

const list = async (params: Parameters<typeof bench.stripe.paymentIntents.list>[0]) => {
  const page = await bench.stripe.paymentIntents.list(params, options);
  return { ids: page.data.map((intent) => intent.id), more: page.has_more };
};

describe("lists", () => {
  it("run newest first, in pages", async () => {
    expect(await list({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), more: true });
    expect(await list({ limit: 2, starting_after: String(ids[1]) })).toEqual({
      ids: ids.slice(2, 4),
      more: true,
    });
    expect(await list({ limit: 2, starting_after: String(ids[3]) })).toEqual({
      ids: ids.slice(4),
      more: false,
    });
  });

  it.each([
    [{ gte: FIRST_SECOND + 3 }, 0, 2],
    [{ lte: FIRST_SECOND + 1 }, 3, 5],
    [{ lt: FIRST_SECOND + 1 }, 4, 5],
    [{ gte: FIRST_SECOND + 1, lt: FIRST_SECOND + 3 }, 2, 4],
    [FIRST_SECOND + 2, 2, 3],
  ])("keep to the window %j", async (created, from, to) => {
    expect((await list({ created })).ids).toEqual(ids.slice(from, to));
  });

  it("filter by customer", async () => {
    const account = await bench.connect();
    const { id: customer } = await bench.stripe.customers.create({}, account);
    const theirs = await bench.stripe.paymentIntents.create({ ...CARD_USD, customer }, account);
    await bench.stripe.paymentIntents.create(CARD_USD, account);
    const page = await bench.stripe.paymentIntents.list({ customer }, account);
    expect(page.data.map((intent) => intent.id)).toEqual([theirs.id]);
  });

  it("are ten long unless asked otherwise, and a hundred at most", async () => {
    const account = await bench.connect();
    for (let count = 0; count < 11; count++) {
      await bench.stripe.paymentIntents.create(CARD_USD, account);
    }
    const page = await bench.stripe.paymentIntents.list({}, account);
    expect([page.data.length, page.has_more]).toEqual([10, true]);
    // Fact 30: a limit out of bounds is brought inside them.
    const most = await bench.stripe.paymentIntents.list({ limit: 101 }, account);
    expect(most.data).toHaveLength(11);
    expect((await bench.stripe.paymentIntents.list({ limit: 0 }, account)).data).toHaveLength(1);
  });

  it("reject a cursor that is not theirs", async () => {
    const elsewhere = await bench.stripe.paymentIntents.create(CARD_USD, await bench.connect());
    expect(await rejectionOf(list({ starting_after: elsewhere.id }))).toMatchObject({
      code: "resource_missing",
      param: "starting_after",
    });
  });
});

it("events are listed by type and keep the object as it was then", async () => {
  const account = await bench.connect();
  const intent = await bench.stripe.paymentIntents.create(CARD_USD, account);
  await bench.stripe.paymentIntents.update(intent.id, { metadata: { late: "yes" } }, account);
  const [event] = (await bench.stripe.events.list({ type: "payment_intent.created" }, account)).data;
  expect(event).toMatchObject({
    account: account.stripeAccount,
    data: { object: intent },
    livemode: false,
  });
  expect(await bench.stripe.events.retrieve(event?.id ?? "", {}, account)).toEqual(event);
});

describe("expanding", () => {
  it("works inside lists and along dots", async () => {
    const expand = ["data.latest_charge.payment_intent"];
    const page = await bench.stripe.paymentIntents.list({ limit: 2, expand }, options);
    for (const intent of page.data) {
      expect(intent.latest_charge).toMatchObject({ object: "charge", payment_intent: { id: intent.id } });
    }
  });

  it("leaves a null reference null", async () => {
    const intent = await bench.stripe.paymentIntents.create(
      { ...CARD_USD, expand: ["latest_charge"] },
      options,
    );
    expect(intent.latest_charge).toBeNull();
  });

  it("leaves out what a refund has only after a failure", async () => {
    const { id } = await bench.stripe.paymentIntents.create(PAID, options);
    for (const amount of [100, 200])
      await bench.stripe.refunds.create({ payment_intent: id, amount }, options);
    const expand = ["data.balance_transaction", "data.failure_balance_transaction"];
    const list = async () => (await bench.stripe.refunds.list({ payment_intent: id, expand }, options)).data;
    const [made] = await list();
    expect(made).toMatchObject({ balance_transaction: { object: "balance_transaction", amount: -200 } });
    expect(made).not.toHaveProperty("failure_balance_transaction");
    await bench.control("POST", `refunds/${made?.id}/fail`);
    expect(await list()).toMatchObject([
      { failure_balance_transaction: { type: "refund_failure", amount: 200 } },
      { balance_transaction: { amount: -100 } },
    ]);
  });

  it.each(["amount", "nothing", "latest_charge.amount", "data.customer", "customer.a.b.c.d", "constructor"])(
    "rejects %s",
    async (path) => {
      const { id } = await bench.stripe.paymentIntents.create(PAID, options);
      const read = bench.stripe.paymentIntents.retrieve(id, { expand: [path] }, options);
      expect(await rejectionOf(read)).toMatchObject({ statusCode: 400, param: "expand" });
    },
  );
});
