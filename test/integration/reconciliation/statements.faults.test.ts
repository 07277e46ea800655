import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/day.ts";
import { dwindlingLife, reconcile } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { movementList } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
const shop = useShop(service);

const today = () => dateOf(Date.now());
const make = (lifeMs?: () => number) =>
  reconcile(service, { kind: "statement", merchantId: shop.merchantId, date: today() }, lifeMs);
const statement = async () => (await shop.api.call("GET", `/v1/statements/${today()}`)).json;
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

it("too little time is left: no statement, rather than half of one", async () => {
  expect(await make(dwindlingLife())).toEqual(KEPT);
  expect((await statement()).title).toBe("Not found");
});

it("two runs at once heal once, and leave one statement", async () => {
  const { svcPaymentId } = await buy();
  expect(await Promise.all([make(), make()])).toEqual([DONE, DONE]);
  expect((await shop.api.get(svcPaymentId)).json.status).toBe("succeeded");
  await make();
  expect((await statement()).totals).toMatchObject([{ grossCents: 1000 }]);
});

it("an account that is gone is named, and makes no differences", async () => {
  const { connectedAccountId } = await buy();
  await fetch(`${service.stack.processorUrl}/_simulator/accounts/${connectedAccountId}/deauthorize`, {
    method: "POST",
  });
  expect(await make()).toEqual(DONE);
  expect(await statement()).toMatchObject({
    unreachableAccounts: [connectedAccountId],
    differences: [],
    matched: 0,
  });
});
