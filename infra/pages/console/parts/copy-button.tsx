import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

const SHOWN_MS = 2_000;

const SIGNS = { copied: "good", rejected: "bad" } as const;
const WORDS = { copied: "Copied", rejected: "Not copied: select it and copy it by hand." };

export function CopyButton({ value, name }: { value: string; name: string }) {
  const [outcome, setOutcome] = useState<"copied" | "rejected">();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // The browser may forbid it without an error: an older clipboard must not be taken for this.
      setOutcome("rejected");
      return;
    }
    setOutcome("copied");
    setTimeout(() => setOutcome(undefined), SHOWN_MS);
  };
  return (
    <>
      <button type="button" class="quiet-button" aria-label={`Copy ${name}`} onClick={copy}>
        <Icon name={outcome ? SIGNS[outcome] : "copy"} />
      </button>
      <span class={outcome === "rejected" ? "" : "for-ears"} role="status">
        {outcome && WORDS[outcome]}
      </span>
    </>
  );
}
