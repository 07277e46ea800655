import { randomUUID } from "node:crypto";
import { paymentIdFor } from "../../shared/domain/id.ts";
import { isCounted } from "../../shared/domain/payments/create.ts";
import type { LocalService } from "../support/local-service.ts";
import { merchantIdOf } from "../support/onboarding.ts";

/** One create in ten is counted for its merchant's share, chosen by the payment's id, and writes once more. */
export function createKey({ api }: LocalService, { counted }: { counted: boolean }): string {
  for (;;) {
    const key = randomUUID();
    if (isCounted(paymentIdFor(merchantIdOf(api), key)) === counted) return key;
  }
}
