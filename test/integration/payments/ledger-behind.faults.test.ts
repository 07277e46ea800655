import { describe, expect, it } from "vitest";
import { later, MINUTE_MS } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { claimCompletion } from "../../support/wire-calls.ts";

/** The processor is ahead of the ledger: what is answered, and stored under the key, is what the processor says. */
const service = useService({ muted: true });

/** Captured in the processor's dashboard, and no webhook has told the ledger so much as that it was authorized. */
async function capturedBehindOurBack(amountCents: number): Promise<string> {
  const id = await service.authorized(1000);
  const { processorPaymentIntentId } = (await service.api.get(id)).json;
  await service.stripe.paymentIntents.capture(
    String(processorPaymentIntentId),
    { amount_to_capture: amountCents },
    { stripeAccount: service.accountId },
  );
  expect((await service.api.get(id)).json.status).toBe("requires_payment_method");
  return id;
}

describe("a capture of what is captured already", () => {
  it("answers the capture", async () => {
    const id = await capturedBehindOurBack(600);
    const captured = await service.api.capture(id, {}, "behind");
    expect(captured).toMatchObject({ status: 200, json: { status: "succeeded", amountCents: 600 } });
    expect(await service.item(id)).toMatchObject({ status: "succeeded", amountCents: 600 });
    expect((await service.api.capture(id, {}, "behind")).text).toBe(captured.text);
  });

  it("answers it on a resume, too", async () => {
    const id = await capturedBehindOurBack(1000);
    service.dynamodb.inject(claimCompletion, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.api.capture(id, {}, "resumed")).status).toBe(503);
    later(2 * MINUTE_MS);
    const resumed = await service.api.capture(id, {}, "resumed");
    expect(resumed).toMatchObject({ status: 200, json: { status: "succeeded" } });
  });
});
