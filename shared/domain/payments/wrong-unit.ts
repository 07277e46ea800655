import { Failure } from "../failure.ts";
import { amountFault } from "./currency.ts";
import type { CaptureMethod } from "./payment.ts";

/** An amount that the processor would reject for its currency's unit; undefined where it would not. */
export function wrongUnit(amountCents: number, currency: string): Failure | undefined {
  const detail = amountFault(amountCents, currency);
  if (detail === undefined) return undefined;
  return new Failure("invalid_request", "The amount does not fit its currency.", {
    errors: [{ pointer: "/amountCents", detail }],
  });
}

/** An Interac card pays at once or not at all. */
export function notHeld({
  captureMethod,
  paymentMethodTypes = [],
}: {
  captureMethod: CaptureMethod;
  paymentMethodTypes?: readonly string[] | undefined;
}): Failure | undefined {
  if (captureMethod !== "manual" || !paymentMethodTypes.includes("interac_present")) return undefined;
  const detail =
    "captureMethod must be automatic for interac_present: an Interac card cannot be authorized first.";
  return new Failure("invalid_request", "The payment method cannot be captured later.", {
    errors: [{ pointer: "/captureMethod", detail }],
  });
}
