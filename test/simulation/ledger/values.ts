/** Attribute values as the document client hands them over: the types of DynamoDB that the ledger uses. */
export type Item = Record<string, unknown>;

export type ValueType = "S" | "N" | "BOOL" | "NULL" | "B" | "L" | "M";

export function typeOf(value: unknown): ValueType {
  if (typeof value === "string") return "S";
  if (typeof value === "number") return "N";
  if (typeof value === "boolean") return "BOOL";
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) return "B";
  if (Array.isArray(value)) return "L";
  if (typeof value === "object") return "M";
  throw new UnknownToFake(`a value of type ${typeof value}`);
}

/** What the fake does not know it rejects: a wrong guess would prove things that are not so. */
export class UnknownToFake extends Error {
  constructor(what: string) {
    super(`The fake ledger does not know ${what}.`);
    this.name = "UnknownToFake";
  }
}

/**
 * A frozen copy: what is stored is shared by all who read it, and whoever tried to change it would fail. What is
 * undefined is left out, as the client does. DynamoDB gives the names of a map back in no particular order: here they
 * come backwards, so that whoever counts on the order in which they were written fails.
 */
export function copy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return compact(value) as T & Uint8Array;
  if (Array.isArray(value))
    return Object.freeze(value.filter((element) => element !== undefined).map(copy)) as T;
  const names = Object.keys(value)
    .filter((name) => (value as Item)[name] !== undefined)
    .sort()
    .reverse();
  const partOf = (name: string): unknown => copy((value as Item)[name]);
  if (names.length > MANY_NAMES)
    return Object.freeze(Object.fromEntries(names.map((name) => [name, partOf(name)]))) as T;
  const result: Item = {};
  for (const name of names) result[name] = partOf(name);
  return Object.freeze(result) as T;
}

/** An object that gets more names than these one by one is slow to read and to copy from then on. */
const MANY_NAMES = 12;

/** Small buffers are views of a pool that is a hundred times their size, and would keep it. */
function compact(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = new Uint8Array(bytes);
  return Buffer.isBuffer(bytes) ? Buffer.from(own.buffer) : own;
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const type = typeOf(one);
  if (type !== typeOf(other)) return false;
  if (type === "B") return Buffer.compare(one as Uint8Array, other as Uint8Array) === 0;
  if (type === "L") return haveEqualParts(one as unknown[], other as unknown[]);
  return haveEqualEntries(one as Item, other as Item);
}

const haveEqualParts = (one: unknown[], other: unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => isEqual(part, other[index]));

const haveEqualEntries = (one: Item, other: Item): boolean => {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isEqual(one[name], other[name]))
  );
};

/** Negative, zero or positive; undefined where the two have no order: of different or of unordered types. */
export function order(one: unknown, other: unknown): number | undefined {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "string" && typeof other === "string") return orderOfText(one, other);
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other);
  return undefined;
}

/** By UTF-8 bytes. For ASCII, which the ledger's keys are, that is the order of the characters. */
export function orderOfText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const MOST_BYTES_OF_A_CHARACTER = 3;
const MOST_BYTES_OF_A_NUMBER = 21;

/** Whether an item fits however it is counted: nearly all do, and counting costs more than storing. */
export const fitsEasily = (item: Item, limit: number): boolean => mostBytesOfParts(item) <= limit;

/** What is stored is frozen: what a list or a map that stays the same takes at most is worked out once. */
const knownBounds = new WeakMap<object, number>();

function mostBytesOf(value: unknown): number {
  if (typeof value === "string") return MOST_BYTES_OF_A_CHARACTER * value.length;
  if (typeof value === "number") return MOST_BYTES_OF_A_NUMBER;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return sizeOf(value);
  const known = knownBounds.get(value);
  if (known !== undefined) return known;
  const bound = 3 + mostBytesOfParts(value as Item);
  if (Object.isFrozen(value)) knownBounds.set(value, bound);
  return bound;
}

/** Of a list, whose names are numbers, as of a map. */
function mostBytesOfParts(parts: Item): number {
  let atMost = 0;
  for (const name in parts) atMost += MOST_BYTES_OF_A_CHARACTER * name.length + 1 + mostBytesOf(parts[name]);
  return atMost;
}

/** As DynamoDB counts it: names and values in UTF-8, three bytes for every list or map and one for each element. */
export const sizeOfItem = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);

function sizeOf(value: unknown): number {
  switch (typeOf(value)) {
    case "S":
      return Buffer.byteLength(value as string);
    case "N":
      return 1 + Math.ceil(String(value).length / 2);
    case "B":
      return (value as Uint8Array).byteLength;
    case "L":
      return 3 + (value as unknown[]).reduce<number>((sum, part) => sum + 1 + sizeOf(part), 0);
    case "M":
      return 3 + sizeOfItem(value as Item) + Object.keys(value as Item).length;
    default:
      return 1;
  }
}
