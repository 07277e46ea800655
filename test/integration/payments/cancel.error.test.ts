import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectProblem } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";
import { intentCancel, intentFetch } from "../../support/wire-calls.ts";

const service = useService({ muted: true });

describe("a payment that cannot be canceled", () => {
  it("because it is paid", async () => {
    const id = await service.paid(1000);
    const { processorPaymentIntentId } = (await service.api.get(id)).json;
    for (const event of await service.eventsOf(processorPaymentIntentId)) await service.webhook(event);
    expectProblem(await service.api.cancel(id), 409, "Payment not cancelable");
    expect(service.processor.passed.filter(intentCancel)).toEqual([]);
  });

  it("because it is processing", async () => {
    const created = await service.api.create(
      { amountCents: 1000, paymentMethodTypes: ["us_bank_account"] },
      randomUUID(),
    );
    await service.confirm(created, "pm_usBankAccount");
    const events = await service.eventsOf(created.json.processorPaymentIntentId);
    for (const event of events) await service.webhook(event);
    // Only a US bank debit could be called back (fact 7); this one is of another bank.
    const { lastResponse: _, ...intent } = await service.stripe.paymentIntents.retrieve(
      String(created.json.processorPaymentIntentId),
      { expand: ["latest_charge"] },
      { stripeAccount: service.accountId },
    );
    const { latest_charge: charge } = intent;
    if (!charge || typeof charge === "string") throw new Error("There is no charge.");
    charge.payment_method_details = { type: "sepa_debit" };
    service.processor.inject(intentFetch, { kind: "answer", status: 200, body: intent });
    expectProblem(await service.api.cancel(created.json.svcPaymentId), 409, "Payment not cancelable");
    expect(service.processor.passed.filter(intentCancel)).toEqual([]);
  });

  it("because the buyer paid in the very moment", async () => {
    const created = await service.api.create({ amountCents: 1000 }, randomUUID());
    await service.confirm(created);
    // The ledger does not know yet: the processor rejects, and the payment's state explains why.
    expectProblem(await service.api.cancel(created.json.svcPaymentId), 409, "Payment not cancelable");
  });

  it("because it is another merchant's, which looks like an unknown one", async () => {
    const id = await service.authorized(1000);
    const other = await service.otherMerchant();
    expectProblem(await other.cancel(id), 404, "Not found");
    expect((await service.api.get(id)).json.status).not.toBe("canceled");
  });
});

describe("a request that is rejected", () => {
  it.each([
    ["an unknown reason", { reason: "bored" }, "/reason"],
    ["an unknown field", { amountCents: 100 }, "/amountCents"],
  ])("for %s", async (_, body, pointer) => {
    const id = await service.authorized(1000);
    const rejected = await service.api.cancel(id, body);
    expectProblem(rejected, 400, "Invalid request");
    expect(rejected.json.errors).toMatchObject([{ pointer }]);
  });

  it("for a key that was used with another body", async () => {
    const id = await service.authorized(1000);
    await service.api.cancel(id, { reason: "duplicate" }, "body");
    expectProblem(await service.api.cancel(id, {}, "body"), 409, "Idempotency conflict");
  });
});
