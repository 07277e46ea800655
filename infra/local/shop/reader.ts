import { askProcessor } from "./ask-processor.ts";
import { askService } from "./ask-service.ts";
import type { CreatedPayment } from "./created-payment.ts";
import type { Attempt } from "./order.ts";
import type { ShopOwner } from "./shop-owner.ts";

const LABEL = "Shop counter";

type Reader = { id: string; label: string };

export async function payAtReader(owner: ShopOwner, payment: CreatedPayment): Promise<Attempt> {
  const readerId = await findReader(owner);
  const apiKey = owner.processorSecretKey;
  const handed = await askProcessor(owner, payment, {
    path: `/v1/terminal/readers/${readerId}/process_payment_intent`,
    apiKey,
    parameters: { payment_intent: payment.processorPaymentIntentId },
  });
  if (handed.outcome !== "accepted") return handed;
  const presented = await askProcessor(owner, payment, {
    path: `/v1/test_helpers/terminal/readers/${readerId}/present_payment_method`,
    apiKey,
    parameters: {},
  });
  // The answer describes the reader, not the payment.
  return presented.outcome === "accepted" ? { outcome: "accepted", status: "succeeded" } : presented;
}

/** Registered at first use. The keys keep two buyers from making two. */
async function findReader(owner: ShopOwner): Promise<string> {
  const readers = await askService<Reader[]>(owner, "GET", "/v1/terminal/readers");
  const known = readers.find(({ label }) => label === LABEL);
  if (known) return known.id;
  const location = await askService<{ id: string }>(owner, "POST", "/v1/terminal/locations", {
    key: "demo-shop-location",
    body: {
      displayName: "Demo shop",
      line1: "1 Main St",
      city: "Springfield",
      state: "IL",
      postalCode: "62701",
    },
  });
  const reader = await askService<{ id: string }>(owner, "POST", "/v1/terminal/readers", {
    key: "demo-shop-reader",
    body: { registrationCode: "simulated-wpe", locationId: location.id, label: LABEL },
  });
  return reader.id;
}
