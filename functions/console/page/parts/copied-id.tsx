import { CopyButton } from "./copy-button.tsx";
import { Text } from "./text.tsx";

export const CopiedId = ({ value, name }: { value: string; name: string }) => (
  <span class="copied-id">
    <code>
      <Text value={value} />
    </code>
    <CopyButton value={value} name={name} />
  </span>
);
