import { unpack } from "../../shared/ledger/table.ts";

/** Everything that an item says, what is packed in it included. */
export function storedText(item: Record<string, unknown>): string {
  const { body, answer, ...rest } = item as Record<string, unknown> & {
    answer?: { body: unknown };
  };
  const unpacked = [body, answer?.body].map((bytes) =>
    bytes instanceof Uint8Array ? unpack(bytes).toString("utf8") : bytes,
  );
  return [JSON.stringify(rest), ...unpacked].join("\n");
}
