import { isReturned } from "../../../../../shared/domain/finance/payout-status.ts";
import type { Schemas } from "../../api/types.ts";
import { Tag } from "../../parts/chip.tsx";

/** Whether the lines add up to what arrived: nothing did where the bank returned it. */
export function AddsUp({ payout: { status, composition, unexplainedCents } }: { payout: Schemas["Payout"] }) {
  if (isReturned(status)) return <Tag tone="quiet" text="Returned" />;
  if (composition === "unknown") return <Tag tone="quiet" text="No breakdown" />;
  if (unexplainedCents === null) return <Tag tone="wait" text="Breakdown pending" />;
  return unexplainedCents === 0 ? (
    <Tag tone="good" text="Adds up" />
  ) : (
    <Tag tone="bad" text="Does not match" />
  );
}
