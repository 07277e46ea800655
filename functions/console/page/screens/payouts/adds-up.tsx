import type { Schemas } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";

/** Whether the lines of a payout come to its amount. */
export function AddsUp({ payout: { composition, unexplainedCents } }: { payout: Schemas["Payout"] }) {
  const [tone, text] =
    composition === "unknown"
      ? (["quiet", "Lines unknown"] as const)
      : unexplainedCents === null
        ? (["wait", "Lines to come"] as const)
        : unexplainedCents === 0
          ? (["good", "Adds up, to the cent"] as const)
          : (["bad", "Does not add up"] as const);
  return (
    <span class={`chip ${tone}`}>
      <Icon name={tone} />
      {text}
    </span>
  );
}
