import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

/** What the page on testing tells to type, typed. */
const PAGE = readFileSync(new URL("../../../shared/contract/testing.md", import.meta.url), "utf8");
const service = useService();

const control = (path: string) => {
  const body = new RegExp(`/_simulator/${path} -d '([^']+)'`).exec(PAGE)?.[1];
  return fetch(`${service.stack.processorUrl}/_simulator/${path}`, { method: "POST", ...(body && { body }) });
};

it("the lost answer is a 503, and the retry gets the payment", async () => {
  expect((await control("faults")).status).toBe(200);
  const lost = await service.api.create({ amountCents: 4999 }, "page-1");
  expect(lost.status).toBe(503);
  const retried = await service.api.create({ amountCents: 4999 }, "page-1");
  expect(retried.status).toBe(201);
  const { data } = await service.stripe.paymentIntents.list({}, { stripeAccount: service.accountId });
  expect(data.filter(({ metadata }) => metadata.svcPaymentId === retried.json.svcPaymentId)).toHaveLength(1);
});

it("a week passes, and a hold with it", async () => {
  const id = await service.authorized(4999);
  const moved = await control("clock");
  expect(moved.status).toBe(200);
  expect(await moved.json()).toHaveProperty("now");
  await service.eventually(async () => (await service.api.get(id)).json.status === "canceled");
});
