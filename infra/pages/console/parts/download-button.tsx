import { useState } from "preact/hooks";
import { ActionButton } from "./action-button.tsx";
import type { IconName } from "./icon.tsx";

/** A browser reads the file some time after the click; an address that is gone by then saves nothing. */
const READ_MS = 60_000;

export function saveFile(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/csv" }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

type DownloadProps = {
  text?: string;
  icon?: IconName;
  name: string;
  /** `say`: how far it is. */
  load: (say: (text: string) => void) => Promise<BlobPart>;
};

/** Saves a file. A link could not carry the header that says which session this tab means, so the page fetches it. */
export function DownloadButton({ text = "Download CSV", name, load, ...rest }: DownloadProps) {
  const [said, say] = useState("");
  return <ActionButton {...rest} text={text} busy={said} act={async () => saveFile(name, await load(say))} />;
}
