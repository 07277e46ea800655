import { beforeAll, expect, it } from "vitest";
import { forgetOpenWork, later, MINUTE_MS } from "../../support/open-work.ts";
import { disableWebhooks, reconcile, unheard } from "../../support/reconciliation.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { eventList } from "../../support/wire-calls.ts";

/** Whatever stops a pull, the watermark stays behind what was not taken, and the next hour goes on. */
const service = useService();
forgetOpenWork(service);
const shop = useShop(service);
beforeAll(() => disableWebhooks(service));

const { accountOf, watermarkOf, buy } = unheard(service, shop);

const pull = async (lifeMs?: () => number) =>
  reconcile(service, { kind: "events", merchantId: shop.merchantId, accountId: await accountOf() }, lifeMs);

const KEPT = { batchItemFailures: [{ itemIdentifier: "m0" }] };

const statusOf = async (svcPaymentId: unknown) => (await shop.api.get(svcPaymentId)).json.status;

it.each([429, 500])(
  "the processor answers %d: nothing moves, the job is not done, and the next pull brings it",
  async (status) => {
    const { svcPaymentId } = await buy();
    later(11 * MINUTE_MS);
    service.processor.inject(eventList, { kind: "answer", status, body: { error: {} } });
    // Deleted, it would count as done, and no alarm would ring.
    expect(await pull()).toEqual(KEPT);
    expect(await watermarkOf(await accountOf())).toBeUndefined();
    expect(await statusOf(svcPaymentId)).toBe("requires_payment_method");
    await pull();
    expect(await statusOf(svcPaymentId)).toBe("succeeded");
  },
);

it("two pulls at once tell the merchant once", async () => {
  await buy();
  later(11 * MINUTE_MS);
  await Promise.all([pull(), pull()]);
  await shop.receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
  await pull();
  const told = shop.receiver.received.filter(({ type }) => type === "payment_intent.succeeded");
  expect(told).toHaveLength(1);
});
