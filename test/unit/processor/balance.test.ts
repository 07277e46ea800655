import { expect, it } from "vitest";
import { RecordedClient } from "./recorded-client.ts";

const processor = new RecordedClient().enter();
const { fetchBalanceNow } = await import("../../../shared/processor/balance.ts");

it("a balance is summed by currency, what can be paid out apart from what cannot yet", async () => {
  const part = (currency: string, amount: number) => ({ currency, amount });
  processor.answers["balance.retrieve"] = () => ({
    available: [part("usd", 700), part("eur", 40), part("usd", 30)],
    pending: [part("usd", -200), part("jpy", 5)],
  });
  expect(await fetchBalanceNow("acct_1")).toEqual([
    { currency: "eur", availableCents: 40, pendingCents: 0 },
    { currency: "jpy", availableCents: 0, pendingCents: 5 },
    { currency: "usd", availableCents: 730, pendingCents: -200 },
  ]);
  expect(processor.sent).toEqual([
    { call: "balance.retrieve", given: [{}, { stripeAccount: "acct_1", timeout: 2000 }] },
  ]);
});
