import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

const SHOWN_MS = 2_000;

/** `text`: what the button says; without one it is a sign alone. */
export function CopyButton({ value, name, text }: { value: string; name: string; text?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <>
      <button
        type="button"
        class={text ? "button" : "quiet-button"}
        {...(!text && { "aria-label": `Copy ${name}` })}
        onClick={copy}
      >
        <Icon name={isCopied ? "good" : "copy"} />
        {text}
      </button>
      <span class="for-ears" role="status">
        {isCopied ? "Copied" : ""}
      </span>
    </>
  );
}
