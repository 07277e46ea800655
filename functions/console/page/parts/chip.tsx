import { type Label, labelOf } from "../words/labels.ts";
import { visible } from "../words/visible.ts";
import { Icon } from "./icon.tsx";
import { Text } from "./text.tsx";

type ChipProps = { of: Record<string, Label>; value: string };

export function Chip({ of, value }: ChipProps) {
  const { text, tone, meaning } = labelOf(of, value);
  return (
    <span class={`chip ${tone}`} title={visible(meaning ?? value)}>
      <Icon name={tone === "declined" ? "bad" : tone} />
      <Text value={text} />
    </span>
  );
}
