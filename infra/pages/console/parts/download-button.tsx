import { ActionButton } from "./action-button.tsx";

/** A browser reads the file some time after the click; an address that is gone by then saves nothing. */
const READ_MS = 60_000;

export function saveFile(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/csv" }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

type DownloadProps = { text?: string; name: string; load: () => Promise<BlobPart> };

/** Saves a file. A link could not carry the header that says which session this tab means, so the page fetches it. */
export const DownloadButton = ({ text = "Download CSV", name, load }: DownloadProps) => (
  <ActionButton text={text} act={async () => saveFile(name, await load())} />
);
