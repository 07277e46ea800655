import { ActionButton } from "./action-button.tsx";

/** Saves a file. A link could not carry the header that says which session this tab means, so the page fetches it. */
export const DownloadButton = ({ name, load }: { name: string; load: () => Promise<string> }) => (
  <ActionButton
    text="Download CSV"
    act={async () => {
      const address = URL.createObjectURL(new Blob([await load()], { type: "text/csv" }));
      Object.assign(document.createElement("a"), { href: address, download: name }).click();
      URL.revokeObjectURL(address);
    }}
  />
);
