import { Failure } from "../failure.ts";
import { amountFault } from "./currency.ts";

/** An amount that the processor would reject for its currency's unit; undefined where it would not. */
export function wrongUnit(amountCents: number, currency: string): Failure | undefined {
  const detail = amountFault(amountCents, currency);
  if (detail === undefined) return undefined;
  return new Failure("invalid_request", "The amount does not fit its currency.", {
    errors: [{ pointer: "/amountCents", detail }],
  });
}
