import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

/**
 * Scenario 49. More or less may be authorized than was ordered: a tip on the reader, an increment, an update before the buyer
 * confirms. What is authorized is the processor's word (fact 6: amount_capturable), and a capture follows it.
 */
const service = useService();

/** The demo's fee for 100.00 is 2.80 (2.5 % and 0.30), whatever is authorized later. */
const FEE_CENTS = 280;

async function ordered(amountCents: number, authorizedCents: number): Promise<string> {
  const created = await service.api.create({ amountCents, captureMethod: "manual" }, randomUUID());
  const { processorPaymentIntentId: intentId, svcPaymentId: id } = created.json as Record<string, string>;
  const options = { stripeAccount: service.accountId };
  await service.stripe.paymentIntents.update(String(intentId), { amount: authorizedCents }, options);
  await service.confirm(created);
  await service.eventually(
    async () => (await service.api.get(String(id))).json.status === "requires_capture",
  );
  return String(id);
}

describe.each([
  ["with a key", "key"],
  ["without a key", undefined],
] as const)("%s", (_name, key) => {
  it("captures all of it where more is authorized than was ordered, and takes no more fee than agreed", async () => {
    const id = await ordered(10_000, 12_000);
    expect((await service.api.get(id)).json.amountCents).toBe(12_000);
    const captured = await service.api.capture(id, {}, key && randomUUID());
    expect(captured).toMatchObject({
      status: 200,
      json: { status: "succeeded", amountCents: 12_000, applicationFeeCents: FEE_CENTS },
    });
  });

  it("captures a named amount up to what is authorized, and nothing above it", async () => {
    const id = await ordered(10_000, 12_000);
    const tooMuch = await service.api.capture(id, { amountCents: 12_001 }, key && randomUUID());
    expect(tooMuch).toMatchObject({ status: 422, json: { title: "Capture exceeds authorization" } });
    const captured = await service.api.capture(id, { amountCents: 12_000 }, key && randomUUID());
    expect(captured).toMatchObject({ status: 200, json: { amountCents: 12_000 } });
  });
});
