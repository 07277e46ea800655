import { SentTooLate, sendCount, sendPut, sendQuery, sendUpdate, type WriteOutcome } from "./client.ts";
import { type IndexName, type Key, keySchemaOf } from "./table.ts";

/*
 * DynamoDB's expressions, built where their values are. A condition, and what an update sets, are objects whose keys are
 * the record's attributes: a misspelled one does not compile, and no text names a value that is bound elsewhere.
 *
 *   updateItem<Merchant>(merchantKey(id), { set: { name }, remove: ["callback"], onlyIf: [RECORDED, NOT_ERASED] })
 *
 * Every attribute is written as "#name", so that none has to be looked up among DynamoDB's reserved words. The text of
 * an expression depends on which attributes it is about, and never on their values.
 */

type Leaf = string | number | boolean | Uint8Array | readonly unknown[];
type NamesIn<M> = M extends Leaf ? never : keyof M & string;
type PathsIn<R> = { [K in keyof R & string]-?: K | `${K}.${NamesIn<NonNullable<R[K]>>}` }[keyof R & string];

/** An attribute of a record, or of a map in it: "account.version". */
export type Path<R> = R extends unknown ? PathsIn<R> : never;

type Member<M, N> = M extends unknown ? (N extends keyof M ? M[N] : never) : never;
type ValueAt<R, P> = Exclude<
  P extends `${infer K}.${infer N}` ? Member<NonNullable<Member<R, K>>, N> : Member<R, P>,
  undefined
>;

/** Writes about one attribute, given its name, what binds a value, and what names another attribute. */
type RenderExpression = (
  name: string,
  bind: (value: unknown) => string,
  nameOf: (path: string) => string,
) => string;

/** What must hold for an attribute, other than being equal to a value. `of` is never there: it carries the type. */
type Test<V> = RenderExpression & { kind?: "test"; of?: V };

export const absent: Test<never> = (name) => `attribute_not_exists(${name})`;
export const present: Test<never> = (name) => `attribute_exists(${name})`;

const compare =
  (sign: string) =>
  <V>(value: V): Test<V> =>
  (name, bind) =>
    `${name} ${sign} ${bind(value)}`;

export const not = /* @__PURE__ */ compare("<>");
export const atMost = /* @__PURE__ */ compare("<=");
export const below = /* @__PURE__ */ compare("<");
export const above = /* @__PURE__ */ compare(">");

export const absentOr =
  <V>(wanted: V | Test<V>): Test<V> =>
  (name, bind, nameOf) =>
    `(attribute_not_exists(${name}) OR ${testOf(wanted)(name, bind, nameOf)})`;

export const contains =
  <V>(element: V): Test<V[]> =>
  (name, bind) =>
    `contains(${name}, ${bind(element)})`;

export const lacks =
  <V>(element: V): Test<V[]> =>
  (name, bind) =>
    `NOT contains(${name}, ${bind(element)})`;

/** Of a list that only grows: it is as it was read. The embedded DynamoDB never finds two lists equal. */
export const ungrown =
  <V>({ length }: readonly V[]): Test<V[]> =>
  (name, bind) =>
    `size(${name}) = ${bind(length)}`;

/** All that it names must hold, and one of `anyOf` where that is given. */
export type Condition<R> = { [P in Path<R & Key>]?: ValueAt<R & Key, P> | Test<ValueAt<R & Key, P>> } & {
  anyOf?: readonly Condition<R>[];
};

/** All of them must hold. */
export type Conditions<R> = Condition<R> | readonly Condition<R>[];

/** There is nothing under the key yet. */
export const UNSEEN: Condition<Key> = { pk: absent };

/** There is something: an update alone would make an item of nothing but what it sets. */
export const RECORDED: Condition<Key> = { pk: present };

/** No erasure has passed: what was read before it must not be written back, and its other attributes may not tell. */
export const NOT_ERASED: Condition<{ erasedAt?: number }> = { erasedAt: absent };

type Result<V> = RenderExpression & { kind?: "result"; of?: V };

/** What is there stays. */
export const ifAbsent =
  <V>(value: V): Result<V> =>
  (name, bind) =>
    `if_not_exists(${name}, ${bind(value)})`;

/** The list may not exist yet. */
export const appended =
  <V>(element: V): Result<V[]> =>
  (name, bind) =>
    `list_append(if_not_exists(${name}, ${bind([])}), ${bind([element])})`;

export type Setting<R, P> = ValueAt<R, P> | Result<ValueAt<R, P>>;

/**
 * Where the write sets a random token. If its condition fails and that very token is there, this write was applied before, and
 * only its reply was lost: it counts as written. A number or a time would not do, because another request may write the same.
 */
export type TokenOf<R> = { [P in Path<R>]: string extends ValueAt<R, P> ? P : never }[Path<R>];

export type Change<R> = {
  /** An attribute whose value is undefined is left as it is. */
  set?: { [P in Path<R>]?: Setting<R, P> | undefined };
  remove?: readonly Path<R>[];
  /** If there is none, to 0. */
  add?: { [P in Path<R>]?: number };
  onlyIf: Conditions<R>;
  knownBy?: TokenOf<R>;
  /** false: the reply leaves the item out, which saves parsing it. */
  returnItem?: false;
  /** false: what prevented the write is not read, which the function's role may not even allow. */
  readsExisting?: false;
  /** Sent later than this it is rejected with SentTooLate. */
  notAfterMs?: number | undefined;
};

class Substitutes {
  private readonly names: Record<string, string> = {};
  private readonly values: Record<string, unknown> = {};

  nameOf = (path: string): string => {
    const parts = path.split(".");
    for (const part of parts) this.names[`#${part}`] = part;
    return parts.map((part) => `#${part}`).join(".");
  };

  /** A value is called like its attribute; further ones for the same attribute are told apart. */
  bind(path: string, value: unknown): string {
    let placeholder = `:${path.replaceAll(".", "_")}`;
    while (placeholder in this.values) placeholder += "_";
    this.values[placeholder] = value;
    return placeholder;
  }

  write = (path: string, words: RenderExpression): string =>
    words(this.nameOf(path), (value) => this.bind(path, value), this.nameOf);

  /** DynamoDB rejects an empty list of values. */
  given = () => ({
    ExpressionAttributeNames: this.names,
    ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
  });
}

const testOf = (wanted: unknown): RenderExpression =>
  typeof wanted === "function" ? (wanted as RenderExpression) : (name, bind) => `${name} = ${bind(wanted)}`;

const resultOf = (value: unknown): RenderExpression =>
  typeof value === "function" ? (value as RenderExpression) : (_name, bind) => bind(value);

type AnyCondition = { anyOf?: readonly AnyCondition[] };

const conditionText = (onlyIf: AnyCondition | readonly AnyCondition[], { write }: Substitutes): string => {
  const textOf = ({ anyOf, ...attributes }: AnyCondition): string => {
    const texts = Object.entries(attributes).map(([path, wanted]) => write(path, testOf(wanted)));
    return [...texts, ...(anyOf ? [`(${anyOf.map(textOf).join(" OR ")})`] : [])].join(" AND ");
  };
  return [onlyIf].flat().map(textOf).join(" AND ");
};

export function conditionExpression<R>(onlyIf: Conditions<R>) {
  const substitutes = new Substitutes();
  return { ConditionExpression: conditionText(onlyIf, substitutes), ...substitutes.given() };
}

export function updateExpressions<R>({ set = {}, remove = [], add = {}, onlyIf, returnItem }: Change<R>) {
  const substitutes = new Substitutes();
  const { write, nameOf } = substitutes;
  const sets = Object.entries(set).filter(([, value]) => value !== undefined);
  const sections = {
    SET: sets.map(([path, value]) => `${nameOf(path)} = ${write(path, resultOf(value))}`),
    REMOVE: remove.map(nameOf),
    ADD: Object.entries(add).map(([path, value]) => `${nameOf(path)} ${write(path, resultOf(value))}`),
  };
  const written = Object.entries(sections).filter(([, parts]) => parts.length > 0);
  const condition = conditionText(onlyIf, substitutes);
  return {
    UpdateExpression: written.map(([section, parts]) => `${section} ${parts.join(", ")}`).join(" "),
    ...(condition && { ConditionExpression: condition }),
    ...substitutes.given(),
    ...(returnItem === false && { ReturnValues: "NONE" as const }),
  };
}

export type Query = {
  index?: IndexName;
  partition: string;
  /** Sort keys, both included. */
  between?: readonly [from: string, to: string];
  after?: string;
  descending?: boolean;
  limit?: number;
};

/** An index may be outdated; the table itself is read consistently. */
export function queryExpressions({ index, partition, between, after, descending, limit }: Query) {
  const { partitionKey, sortKey } = keySchemaOf(index);
  let range = "";
  if (between) range = " AND #sort BETWEEN :from AND :to";
  else if (after !== undefined) range = " AND #sort > :after";
  return {
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: `#partition = :partition${range}`,
    ExpressionAttributeNames: { "#partition": partitionKey, ...(range && { "#sort": sortKey }) },
    ExpressionAttributeValues: {
      ":partition": partition,
      ...(between && { ":from": between[0], ":to": between[1] }),
      ...(after !== undefined && { ":after": after }),
    },
    ...(descending !== undefined && { ScanIndexForward: !descending }),
    ...(limit !== undefined && { Limit: limit }),
  };
}

/** A record may be passed as its own key. If the condition does not hold, the answer has what prevented the write. */
export const updateItem = async <R>({ pk, sk }: Key, change: Change<R>): Promise<WriteOutcome<R>> =>
  withOwn(await sendUpdate<R>({ pk, sk }, updateExpressions(change), change), change.set, change.knownBy);

export const putItem = async <T extends Key, A = T>(
  item: T,
  onlyIf: Conditions<NoInfer<A>>,
  options: { notAfterMs?: number | undefined; knownBy?: TokenOf<NoInfer<A>> } = {},
): Promise<WriteOutcome<T>> =>
  withOwn(await sendPut(item, conditionExpression(onlyIf), options), item, options.knownBy);

function withOwn<T>(outcome: WriteOutcome<T>, set: unknown, knownBy?: string): WriteOutcome<T> {
  if (outcome.written || outcome.existing === undefined || knownBy === undefined) return outcome;
  const token = valueAt(set, knownBy);
  const isOwn = token !== undefined && valueAt(outcome.existing, knownBy) === token;
  return isOwn ? { written: true, item: outcome.existing } : outcome;
}

const valueAt = (item: unknown, path: string): unknown =>
  path.split(".").reduce((map, name) => (map as Record<string, unknown> | undefined)?.[name], item);

/** One page of small items, such as the keys of an index; the caller bounds it. */
export const queryItems = async <T>(query: Query): Promise<T[]> => (await queryPage<T>(query)).items;

/** `isCutOff`: there may be more, because of the limit, or because a page of large items ends at 1 MB before it. */
export const queryPage = <T>(query: Query): Promise<{ items: T[]; isCutOff: boolean }> =>
  sendQuery<T>(queryExpressions(query));

export const countMatches = (query: Query): Promise<number> => sendCount(queryExpressions(query));

/** undefined: another request was faster. So counts a write that would be sent too late: read and fetch again. */
export async function writtenInTime<T>(write: Promise<WriteOutcome<T>>): Promise<T | undefined> {
  try {
    const outcome = await write;
    return outcome.written ? outcome.item : undefined;
  } catch (error) {
    if (error instanceof SentTooLate) return undefined;
    throw error;
  }
}
