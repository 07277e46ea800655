import type { Schemas } from "../../api/types.ts";
import { counted } from "../../words/counted.ts";
import { lineText, placeOfLine } from "../../words/labels.ts";

type Row = { name: string; cents: number };

/** "13 charges"; what is no noun has no plural. */
const countedLines = (count: number, kind: string): string =>
  /^(held_back|other)$/.test(kind) ? `${count} ${kind.replace("_", " ")}` : counted(count, lineText(kind));

/**
 * A payout as a sum that a person can follow: what came in and went out by kind, then the fees; nothing where nothing is.
 * What moved on another balance is no part of it.
 */
export function sumOf({
  totals: { other_balance: _, ...totals },
  unexplainedCents,
}: Pick<Schemas["Payout"], "totals" | "unexplainedCents">): Row[] {
  const kinds = Object.entries(totals)
    .sort(([one], [other]) => placeOfLine(one) - placeOfLine(other))
    .map(([kind, total]) => ({ name: countedLines(total.count, kind), cents: total.grossCents }));
  const all = Object.values(totals);
  const fees = (of: "platformFeesCents" | "otherFeesCents" | "processorFeesCents" | "taxesCents") =>
    -all.reduce((sum, total) => sum + total[of], 0) || 0;
  const others = [
    { name: "Platform fees", cents: fees("platformFeesCents") },
    { name: "Other platforms' fees", cents: fees("otherFeesCents") },
    { name: "Stripe fees", cents: fees("processorFeesCents") },
    { name: "Taxes withheld", cents: fees("taxesCents") },
    { name: "Unexplained", cents: unexplainedCents ?? 0 },
  ];
  return [...kinds, ...others.filter(({ cents }) => cents !== 0)];
}
