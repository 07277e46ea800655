/** The size of a DynamoDB item as it is billed: names and values, by the rules of its developer guide. */
export const itemBytes = (item: Record<string, unknown>): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);

/** A list or a map costs three bytes, and one more for each member. */
const CONTAINER_BYTES = 3;

function valueBytes(value: unknown): number {
  if (value === null || value === undefined || typeof value === "boolean") return 1;
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return numberBytes(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value))
    return value.reduce((sum: number, member) => sum + 1 + valueBytes(member), CONTAINER_BYTES);
  const members = Object.entries(value);
  return members.reduce(
    (sum, [name, member]) => sum + 1 + Buffer.byteLength(name) + valueBytes(member),
    CONTAINER_BYTES,
  );
}

/** About a byte for two digits, and one more. */
const numberBytes = (value: number): number =>
  Math.ceil(String(Math.abs(value)).replace(".", "").replace(/0+$/, "").length / 2) + 1;
