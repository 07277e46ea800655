import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { dateOf, dayAfter } from "../../../shared/domain/finance/day.ts";
import { statementKey } from "../../../shared/ledger/table.ts";
import { useDesk } from "./desk.ts";

const desk = useDesk();

type Account = { known?: { at: string; cents: Record<string, number> } };
type Balances = { merchants: { merchantId: string; rows: object[]; differences: object[] }[] };

it("balances names the day on which the processor's balance is not what the lines give", async () => {
  const { api, merchantId } = await desk.openShop("Corner Shop");
  const created = await api.create({ amountCents: 5000 }, randomUUID());
  await desk.stack.confirm(created);
  const first = dateOf(Date.parse(String((await api.get(created.json.svcPaymentId)).json.createdAt)));
  await desk.json("simulate", "advance", "3d");
  const range = ["--from", first, "--to", dayAfter(first)];
  const balances = async () => {
    const { merchants } = await desk.json<Balances>("balances", ...range);
    return merchants.find((one) => one.merchantId === merchantId);
  };
  await expect.poll(balances).toMatchObject({ complete: true, differences: [] });
  expect((await desk.run("balances", ...range)).stdout).not.toMatch(/DAY /);

  // As if the processor had 7 cents more on the second day, of which no line tells.
  const key = statementKey(merchantId, dayAfter(first));
  const [account] = (await desk.item(key)).accounts as Account[];
  const cents = account?.known?.cents.usd ?? Number.NaN;
  await desk.change(key, { accounts: [{ ...account, known: { at: "closing", cents: { usd: cents + 7 } } }] });

  const difference = { date: dayAfter(first), currency: "usd", differenceCents: 7 };
  expect(await balances()).toMatchObject({
    rows: [{ currency: "usd", grossCents: 5000, differenceCents: 7 }],
    differences: [difference],
  });
  expect((await desk.run("balances", ...range)).stdout).toMatch(
    new RegExp(`MERCHANT +DAY +CURRENCY +DIFFERENCE\\n${merchantId} +${dayAfter(first)} +usd +0\\.07$`, "m"),
  );
});
