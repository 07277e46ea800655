import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { Text } from "./text.tsx";

const SHOWN_MS = 2_000;

/** An id, and a button that copies it. */
export function CopiedId({ value, name }: { value: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <span class="copied-id">
      <code>
        <Text value={value} />
      </code>
      <button type="button" class="quiet-button" aria-label={`Copy ${name}`} onClick={copy}>
        <Icon name={isCopied ? "good" : "copy"} />
      </button>
      <span class="for-ears" role="status">
        {isCopied ? "Copied" : ""}
      </span>
    </span>
  );
}
