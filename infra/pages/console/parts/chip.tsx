import { type Label, labelOf } from "../words/labels.ts";
import { Icon } from "./icon.tsx";
import { Text } from "./text.tsx";

export const Tag = ({ text, tone, meaning }: Label) => (
  <span class={`chip ${tone}`} title={meaning}>
    <Icon name={tone === "declined" ? "bad" : tone} />
    <Text value={text} />
  </span>
);

export const Chip = ({ of, value }: { of: Record<string, Label>; value: string }) => (
  <Tag {...labelOf(of, value)} />
);
