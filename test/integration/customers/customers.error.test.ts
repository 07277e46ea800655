import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MerchantApi } from "../../support/api.ts";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

const make = async (api: MerchantApi) =>
  String((await api.call("POST", "/v1/customers", {})).json.customerId);
const at = () => ({ stripeAccount: service.accountId });
const attach = async (customer: string, method = "pm_card_visa") =>
  (await service.stripe.paymentMethods.attach(method, { customer }, at())).id;
const order = async (customerRef?: string, more: object = {}) =>
  (await service.api.create({ amountCents: 1000, customerRef, ...more }, randomUUID())).json.svcPaymentId;
const charge = (id: unknown, paymentMethodId: unknown, api = service.api) =>
  api.call("POST", `/v1/payments/${id}/charge`, { paymentMethodId }, { key: randomUUID() });

describe("a charge", () => {
  it("needs a key, a payment method's id and a payment of this merchant", async () => {
    const id = await order();
    expectProblem(
      await service.api.call("POST", `/v1/payments/${id}/charge`, { paymentMethodId: "pm_card_visa" }),
      400,
      "Missing header",
    );
    expectWrongField(await charge(id, "card_1"), "/paymentMethodId");
    expectProblem(await charge(id, "pm_card_visa", await service.otherMerchant()), 404, "Not found");
  });

  it("with a method of another customer, of another merchant, or none at all is a wrong field", async () => {
    const [one, two] = [await make(service.api), await make(service.api)];
    const id = await order(one);
    expectWrongField(await charge(id, await attach(two)), "/paymentMethodId");
    expectWrongField(await charge(id, "pm_none"), "/paymentMethodId");
    expectWrongField(await charge(await order(), await attach(one)), "/paymentMethodId");
    expect((await service.api.get(id)).json.status).toBe("requires_payment_method");
  });
});
