import type { Schemas } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";

export function AddsUp({ payout: { composition, unexplainedCents } }: { payout: Schemas["Payout"] }) {
  const [tone, text] =
    composition === "unknown"
      ? (["quiet", "No breakdown"] as const)
      : unexplainedCents === null
        ? (["wait", "Breakdown pending"] as const)
        : unexplainedCents === 0
          ? (["good", "Matched"] as const)
          : (["bad", "Does not match"] as const);
  return (
    <span class={`chip ${tone}`}>
      <Icon name={tone} />
      {text}
    </span>
  );
}
