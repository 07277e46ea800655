import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { beginInTheMorning, forgetOpenWork } from "../../support/open-work.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { movementList } from "../../support/wire-calls.ts";

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

it.each([429, 500])("the processor answers %d: no statement, and its message comes back", async (status) => {
  await buy();
  service.processor.inject(movementList, { kind: "answer", status, body: { error: {} } });
  expect(await make()).toEqual(KEPT);
  expect((await statement()).title).toBe("Not found");
  expect(await make()).toEqual(DONE);
  expect(await statement()).toMatchObject({ totals: [{ grossCents: 1000 }] });
});

it("two runs at once heal once, and leave one statement", async () => {
  const { svcPaymentId } = await buy();
  expect(await Promise.all([make(), make()])).toEqual([DONE, DONE]);
  expect((await shop.api.get(svcPaymentId)).json.status).toBe("succeeded");
  await make();
  expect((await statement()).totals).toMatchObject([{ grossCents: 1000 }]);
});
