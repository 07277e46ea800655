import { afterAll, expect, it } from "vitest";
import type { Kinds } from "../../../infra/simulator/storage/kinds.ts";
import { openStore as openDatabase, type Store } from "../../../infra/simulator/storage/store.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { openStore as openMaps } from "./simulator-store.ts";

const database = openDatabase(":memory:");
const maps = openMaps(":memory:");
afterAll(() => database.close());

const random = seededRandom(20_260_102);
const below = (limit: number): number => Math.floor(random() * limit);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

const ACCOUNTS = ["acct_a", "acct_b"];
const STATUSES = ["open", "paid"];
const TYPES = ["charge.refunded", "payment_intent.succeeded"] as const;
const OPERATORS = ["=", ">=", "<", "<="] as const;
const idOf = (): string => `object_${below(60)}`;
const eventIdOf = (): string => `evt_${below(30)}`;
const time = (): number => below(1_000);

type Change = (store: Store) => unknown;

/** Draws one call of each kind; whatever is random about it is drawn once, for both. */
function drawCalls(): Record<string, Change> {
  const [account, id, at] = [oneOf(ACCOUNTS), idOf(), time()];
  const customer = {
    id,
    status: oneOf(STATUSES),
    amount: below(5),
    metadata: { "order ref": oneOf(STATUSES) },
  };
  const eventId = eventIdOf();
  const event = { id: eventId, type: oneOf(TYPES) };
  const limit = 1 + below(5);
  const created = below(2) ? [] : [{ operator: oneOf(OPERATORS), value: below(1_000) }];
  const [pageId, value, flag] = [idOf(), below(5), below(2) === 1];
  const saved = { account, key: `key_${below(5)}`, operation: "POST /v1/x", fingerprint: `${at}` };
  return {
    insert: (store) =>
      store.objects.insert("customer", account, at, customer as unknown as Kinds["customer"]),
    update: (store) => store.objects.update(customer),
    move: (store) => store.objects.move(id, account),
    has: (store) => store.objects.has("customer", account, id),
    find: (store) => store.objects.find("customer", account, id),
    "find anywhere": (store) => store.objects.findAnywhere("customer", id),
    "find by id": (store) => store.objects.findById(id),
    "list by time": (store) => store.objects.list("customer", account, { limit, created }),
    "list by metadata": (store) => {
      const equals = { 'metadata."order ref"': customer.status };
      return store.objects.list("customer", account, { limit, equals });
    },
    "list from": (store) => {
      const equals = { amount: value };
      return store.objects.list("customer", account, { limit, equals, startingAfter: pageId });
    },
    tell: (store) => {
      store.objects.insert("event", account, at, event as unknown as Kinds["event"]);
      store.deliveries.add(eventId, 0, at);
    },
    "list told": (store) =>
      store.objects.list("event", account, {
        limit,
        created,
        types: [event.type],
        delivered: flag,
      }),
    "due deliveries": (store) => store.deliveries.due([0], at, limit),
    "next delivery": (store) => store.deliveries.nextDueAtMs([0], at),
    postpone: (store) => store.deliveries.postpone(1 + value, value, at),
    end: (store) => store.deliveries.end(1 + value * 3, "delivered"),
    "give up": (store) => store.deliveries.giveUpDue(0, at - 900),
    "add a job": (store) => store.jobs.add("settle_refund", id, at),
    "due jobs": (store) => store.jobs.due(at),
    "next job": (store) => store.jobs.nextDueAtMs(),
    "remove a job": (store) => store.jobs.remove(1 + value),
    "save an answer": (store) =>
      store.savedAnswers.save({ ...saved, requestId: "req_1", status: 200, body: "{}" }, at),
    "find an answer": (store) => store.savedAnswers.find(account, saved.key, at),
  };
}

const drawCall = (): [name: string, Change] => oneOf(Object.entries(drawCalls()));

/** What the call gives back; rejections of both sides are worded differently. */
function outcomeOf(store: Store, change: Change): unknown {
  try {
    return change(store) ?? "nothing";
  } catch {
    return "rejected";
  }
}

const CHANGES = [
  "insert",
  "update",
  "move",
  "tell",
  "postpone",
  "end",
  "give up",
  "add a job",
  "remove a job",
  "save an answer",
];

/** A look that finds nothing, or a change that is rejected, compares little. */
function showsSomething(name: string, outcome: unknown): boolean {
  if (outcome === "rejected") return false;
  if (CHANGES.includes(name)) return true;
  return outcome !== "nothing" && !JSON.stringify(outcome).includes("[]");
}

it("answers every call as the simulator's database does, undone changes included", () => {
  const tally = { something: new Map<string, number>(), little: new Map<string, number>() };
  for (let round = 0; round < 1_500; round++) {
    const calls = Array.from({ length: 1 + below(4) }, drawCall);
    const isUndone = below(4) === 0;
    const both = [database, maps].map((store) => {
      const outcomes: unknown[] = [];
      const run = () =>
        store.atomically(() => {
          for (const [name, call] of calls) {
            const outcome = outcomeOf(store, call);
            outcomes.push(outcome);
            const counts = showsSomething(name, outcome) ? tally.something : tally.little;
            counts.set(name, (counts.get(name) ?? 0) + 1);
          }
          if (isUndone) throw new Error("undone");
        });
      try {
        run();
      } catch {
        outcomes.push("undone");
      }
      return JSON.stringify(outcomes);
    });
    expect(both[1]).toBe(both[0]);
  }
  const names = Object.keys(drawCalls());
  const often = (counts: Map<string, number>) =>
    [...counts].filter(([, count]) => count >= 20).map(([name]) => name);
  expect(often(tally.something).toSorted()).toEqual(names.toSorted());
  // What is there already, or not there, has been met as well.
  expect(often(tally.little)).toEqual(
    expect.arrayContaining(["insert", "tell", "find", "list from", "find an answer"]),
  );
});
