import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { beginInTheMorning, forgetOpenWork, HOUR_MS, later } from "../../support/open-work.ts";
import { reconcile, runDailyStatements } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { movementList } from "../../support/wire-calls.ts";

/*
 * What the daily run asks for. It asks for every merchant that there is, and each test makes one: the tests with many
 * days come first, and the file stays small.
 */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);
beforeEach(beginInTheMorning);

const today = () => dateOf(Date.now());
const statement = async (date: string) => (await shop.api.call("GET", `/v1/statements/${date}`)).json;
const KEPT = { batchItemFailures: [{ itemIdentifier: "m0" }] };

/** Sells something; answers the account to which it was paid. */
async function buy(): Promise<string> {
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  const accountId = String(created.json.connectedAccountId);
  await service.confirm(created, "pm_card_visa", accountId);
  return accountId;
}

it("a day that could not be made stays on the list, and later ones are made meanwhile", async () => {
  const date = today();
  await buy();
  const midnight = Date.parse(`${date}T00:00:00Z`);
  later(midnight + 30 * HOUR_MS - Date.now());
  service.processor.inject(movementList, { kind: "answer", status: 500, body: { error: {} } });
  expect(await reconcile(service, { kind: "statement", merchantId: shop.merchantId, date })).toEqual(KEPT);
  later(24 * 9 * HOUR_MS);
  await runDailyStatements(service);
  expect(await statement(date)).toMatchObject({ final: true, totals: [{ grossCents: 1000 }] });
});
