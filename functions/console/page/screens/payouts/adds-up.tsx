import type { Schemas } from "../../api/types.ts";
import { Tag } from "../../parts/chip.tsx";

export function AddsUp({ payout: { composition, unexplainedCents } }: { payout: Schemas["Payout"] }) {
  if (composition === "unknown") return <Tag tone="quiet" text="No breakdown" />;
  if (unexplainedCents === null) return <Tag tone="wait" text="Breakdown pending" />;
  return unexplainedCents === 0 ? (
    <Tag tone="good" text="Matched" />
  ) : (
    <Tag tone="bad" text="Does not match" />
  );
}
