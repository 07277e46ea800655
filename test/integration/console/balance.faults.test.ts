import { expect, it } from "vitest";
import { ConsoleTab } from "../../support/console.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import type { Call } from "../../support/wire-calls.ts";

/** The account's balance as the processor has it now, asked for on each look and stored nowhere. */
const service = useService({ muted: true });
const shop = useShop(service);

const balanceFetch: Call = ({ method, path }) => method === "GET" && path === "/v1/balance";

type Part = { currency: string; availableCents: number; pendingCents: number };

async function look() {
  const tab = await ConsoleTab.open(shop.api);
  const { status, json } = await tab.call("GET", "/v1/balance");
  return { status, title: json.title, currencies: json.currencies as Part[] };
}

it("is what can be paid out and what cannot yet, of the merchant's own account, by one call", async () => {
  expect((await look()).currencies).toEqual([]);
  await sell(service, shop);
  service.clearWires();
  const { status, currencies } = await look();
  expect(status).toBe(200);
  expect(currencies).toEqual([{ currency: "usd", availableCents: 0, pendingCents: expect.any(Number) }]);
  const pendingCents = Number(currencies[0]?.pendingCents);
  expect(pendingCents).toBeGreaterThan(0);
  const asked = service.processor.passed.filter(balanceFetch);
  const { json: onboarding } = await shop.api.call("GET", "/v1/onboarding/status");
  expect(asked.map(({ headers }) => headers["stripe-account"])).toEqual([onboarding.processorAccountId]);
});
