import { unpack } from "../../shared/ledger/packed.ts";

/** Everything that an item says, what is packed in it included. */
export function storedText(item: Record<string, unknown>): string {
  const { pk, eventId, body, answer, ...rest } = item as Record<string, unknown> & {
    answer?: { body: unknown };
  };
  const unpacked = [
    { bytes: body, ownId: eventId },
    { bytes: answer?.body, ownId: pk },
  ].map(({ bytes, ownId }) =>
    bytes instanceof Uint8Array ? unpack(bytes, String(ownId)).toString("utf8") : bytes,
  );
  return [JSON.stringify({ ...rest, pk, eventId }), ...unpacked].join("\n");
}
