import { Failure } from "../../../shared/domain/failure.ts";
import type { WriteOutcome } from "../../../shared/ledger/client.ts";
import type { Key } from "../../../shared/ledger/table.ts";
import { accessesIn } from "../../support/ledger-access/observe.ts";
import { ValidationException } from "../ledger/expressions.ts";
import type { ConditionInput, QueryInput, UpdateInput } from "../ledger/fake-table.ts";
import { UnknownToFake } from "../ledger/values.ts";
import { callOutside } from "../world/outside.ts";
import { tableOf } from "../world/parts.ts";
import { requireAccess } from "../world/rights.ts";
import { current, invocations } from "../world/simulation.ts";

/** Takes the place of shared/ledger/client.ts: the same functions, the SDK's three tries, and a table in memory. */

type Item = Record<string, unknown>;

export const LEDGER_PATIENCE = {};

const TRIES = 3;
const TIMEOUT_MS = 1_500;

export const getItem = <T>(key: Key): Promise<T | undefined> =>
  send(
    () => `get ${key.pk} ${key.sk}`,
    () => {
      requireAccess(accessesIn("GetItem", { Key: key }));
      return tableOf().get(key) as T | undefined;
    },
  );

export const getItems = (asked: Key[]): Promise<Item[]> => {
  const keys = [...new Map(asked.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  if (keys.length === 0) return Promise.resolve([]);
  return send(
    () => `get ${keys.map(({ pk, sk }) => `${pk} ${sk}`).join(", ")}`,
    (): Item[] => {
      requireAccess(accessesIn("BatchGetItem", { RequestItems: { table: { Keys: keys } } }));
      return keys.flatMap((key): Item[] => [tableOf().get(key)].filter((item) => item !== undefined));
    },
  );
};

const queryItems = <T>(query: QueryInput): Promise<T[]> =>
  isEmptyShard(query)
    ? Promise.resolve([])
    : send(
        () => `query ${describe(query)}`,
        () => {
          requireAccess(accessesIn("Query", query));
          return tableOf().query(query) as T[];
        },
      );

/** A small world's pages end at their limit alone, from which the ledger sees by itself that there is more. */
export const sendQuery = async <T>(query: QueryInput): Promise<{ items: T[]; isCutOff: boolean }> => ({
  items: await queryItems<T>(query),
  isCutOff: false,
});

/** Of the due list's sixteen parts most are empty in a small world: a look at one is no call worth its costs. */
const isEmptyShard = (query: QueryInput): boolean =>
  query.IndexName === "due" && tableOf().query({ ...query, Limit: 1 }).length === 0;

export const sendCount = (query: QueryInput): Promise<number> =>
  send(
    () => `count ${describe(query)}`,
    () => {
      requireAccess(accessesIn("Query", query));
      return tableOf().count(query);
    },
  );

const describe = ({ IndexName = "table", ExpressionAttributeValues = {} }: QueryInput): string =>
  `${IndexName} ${JSON.stringify(Object.values(ExpressionAttributeValues))}`;

export class SentTooLate extends Error {}

export const sendPut = <T extends Key>(
  item: T,
  condition: ConditionInput,
  { notAfterMs = Number.POSITIVE_INFINITY }: { notAfterMs?: number } = {},
): Promise<WriteOutcome<T>> =>
  send(
    () => `put ${item.pk} ${item.sk}`,
    () => {
      if (Date.now() > notAfterMs) throw new SentTooLate("The write would be too late.");
      requireAccess(accessesIn("PutItem", { Item: item }));
      return tableOf().put(item, condition) as WriteOutcome<T>;
    },
  );

export const putNewItem = async (item: Key): Promise<boolean> =>
  (await sendPut(item, { ConditionExpression: "attribute_not_exists(pk)" })).written;

export const sendUpdate = <T>(
  key: Key,
  update: UpdateInput,
  { notAfterMs = Number.POSITIVE_INFINITY }: { notAfterMs?: number } = {},
): Promise<WriteOutcome<T>> =>
  send(
    () => `update ${key.pk} ${key.sk} ${String(update.UpdateExpression).slice(0, 60)}`,
    () => {
      if (Date.now() > notAfterMs) throw new SentTooLate("The write would be too late.");
      requireAccess(accessesIn("UpdateItem", { Key: key }));
      return tableOf().update(key, update) as WriteOutcome<T>;
    },
  );

export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.name === "ValidationException" && /item size/i.test(error.message);

class Passing extends Error {}
const TIMED_OUT = new Passing("timeout");
export const THROTTLED = new Passing("throttled");

/** As the SDK does it: a try that fails in passing is repeated, whether or not it was applied. */
async function send<T>(what: () => string, run: () => T): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await callOutside({
        to: "ledger",
        what,
        apply: () => guard(run),
        latencyMs: [2, 12],
        timeoutMs: TIMEOUT_MS,
        lost: () => TIMED_OUT,
      });
    } catch (error) {
      if (!(error instanceof Passing)) throw error;
      if (attempt === TRIES) {
        const caller = invocations.getStore();
        if (caller) caller.hasGivenUp = true;
        throw unavailable(error);
      }
      await current().clock.sleep(50 * attempt);
    }
  }
}

function guard<T>(run: () => T): T {
  const simulation = current();
  const { faults, clock } = simulation;
  if (faults.strikes("ledger-burst", 0.1))
    simulation.throttledUntil = clock.now + simulation.chance("faults").between(500, 20_000);
  const isInBurst = clock.now < simulation.throttledUntil && !faults.areOver();
  if (isInBurst || faults.strikes("ledger-throttled")) throw THROTTLED;
  try {
    return run();
  } catch (error) {
    if (error instanceof UnknownToFake) simulation.violate("harness", error.message);
    if (error instanceof ValidationException && !isTooLarge(error))
      simulation.violate("ledger rejects", error.message);
    throw error;
  }
}

const unavailable = (cause: unknown): Failure =>
  new Failure("service_unavailable", "The ledger is unreachable. Send the same request again.", {
    cause,
    retryAfterSeconds: 1,
  });
