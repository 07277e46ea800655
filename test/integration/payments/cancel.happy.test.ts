import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

const intentOf = async (id: unknown) => {
  const { processorPaymentIntentId } = (await service.api.get(id)).json;
  return service.stripe.paymentIntents.retrieve(
    String(processorPaymentIntentId),
    {},
    { stripeAccount: service.accountId },
  );
};

describe("canceling", () => {
  it("releases an authorization, and says why at the processor", async () => {
    const id = await service.authorized(1000);
    const canceled = await service.api.cancel(id, { reason: "requested_by_customer" });
    expect(canceled).toMatchObject({ status: 200, json: { svcPaymentId: id, status: "canceled" } });
    expect(await intentOf(id)).toMatchObject({
      status: "canceled",
      cancellation_reason: "requested_by_customer",
      amount_capturable: 0,
    });
    expect((await service.api.get(id)).json.status).toBe("canceled");
  });

  it("ends a payment that the buyer has not paid", async () => {
    const { svcPaymentId } = (await service.api.create({ amountCents: 1000 }, randomUUID())).json;
    expect((await service.api.cancel(svcPaymentId)).json.status).toBe("canceled");
  });

  it("calls a US bank debit back while it is processing, which nothing else that is processing can be", async () => {
    const body = { amountCents: 1000, paymentMethodTypes: ["us_bank_account"] };
    const created = await service.api.create(body, randomUUID());
    await service.confirm(created, "pm_usBankAccount");
    const { svcPaymentId } = created.json;
    const canceled = await service.api.cancel(svcPaymentId, {}, randomUUID());
    expect(canceled).toMatchObject({ status: 200, json: { status: "canceled" } });
    expect((await intentOf(svcPaymentId)).status).toBe("canceled");
  });

  it("is on the timeline", async () => {
    const id = await service.authorized(1000);
    await service.api.cancel(id);
    const { json } = await service.api.call("GET", `/v1/payments/${id}/timeline`);
    expect(json).toContainEqual(
      expect.objectContaining({ kind: "api_call", operation: "cancel", amountCents: 1000 }),
    );
  });
});
