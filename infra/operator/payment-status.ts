import { InvalidArgumentError } from "commander";
import { HEADLINES } from "../../shared/domain/payments/headline.ts";
import { PAYMENT_STATUSES } from "../../shared/domain/payments/status.ts";
import type { PaymentFilter } from "../../shared/flows/payments/list-payments.ts";

/** The statuses that the table shows, as they are typed: "Dispute lost" is dispute_lost. */
const typed = (text: string): string => text.toLowerCase().replaceAll(" ", "_");

const SHOWN = Object.entries(HEADLINES).map(([name, { text }]) => ({ name, text }));

export const STATUS_CHOICES: readonly string[] = [...new Set(SHOWN.map(({ text }) => typed(text)))];

/** The text under which the payments are shown. The API's own names are taken too. */
export function parseStatus(given: string): string {
  const found = SHOWN.find(({ name, text }) => name === given || typed(text) === given);
  if (found) return found.text;
  throw new InvalidArgumentError(`Allowed choices are ${STATUS_CHOICES.join(", ")}.`);
}

/** What the ledger can leave out by itself. Several of its statuses can be shown under one text. */
export function ledgerFilterFor(shown: string): Pick<PaymentFilter, "status" | "trouble"> {
  const names = SHOWN.filter(({ text }) => text === shown).map(({ name }) => name);
  if (names.some((name) => name.startsWith("dispute"))) return { trouble: "disputed" };
  if (names.includes("refund_failed")) return { trouble: "refund_failed" };
  if (names.includes("declined")) return { status: "requires_payment_method" };
  const statuses = PAYMENT_STATUSES.filter((status) => names.includes(status));
  return statuses.length === 1 ? { status: statuses[0] } : {};
}
