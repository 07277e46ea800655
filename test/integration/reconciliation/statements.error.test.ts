import { expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { HOUR_MS } from "../../support/open-work.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
const shop = useShop(service);

const statementOf = (date: string) => shop.api.call("GET", `/v1/statements/${date}`);

it.each(["2026-02-30", "2026-7-1", "yesterday", "20260701"])("%s is no date: 400", async (date) => {
  expect(await statementOf(date)).toMatchObject({ status: 400, json: { title: "Invalid request" } });
});

it.each([
  ["in the future", 48 * HOUR_MS],
  ["before the merchant came", -48 * HOUR_MS],
  ["without a statement yet", 0],
])("a date %s: 404", async (_, offset) => {
  const date = dateOf(Date.now() + offset);
  expect(await statementOf(date)).toMatchObject({ status: 404, json: { title: "Not found" } });
});

it("another merchant's statement is as good as none", async () => {
  const date = dateOf(Date.now());
  await reconcile(service, { kind: "statement", merchantId: shop.merchantId, date });
  expect((await statementOf(date)).status).toBe(200);
  const stranger = await service.otherMerchant();
  expect((await stranger.call("GET", `/v1/statements/${date}`)).status).toBe(404);
  expect((await stranger.call("GET", "/v1/statements")).json).toEqual([]);
});

it.each(["limit=0", "startingAfter=nowhere", "since=2026-07-01"])("a list with %s: 400", async (query) => {
  expect((await shop.api.call("GET", `/v1/statements?${query}`)).status).toBe(400);
});
