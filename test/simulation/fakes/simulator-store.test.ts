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
const OPERATORS = ["=", ">", ">=", "<", "<="] as const;
const idOf = (): string => `object_${below(60)}`;
const eventIdOf = (): string => `evt_${below(30)}`;
const time = (): number => below(1_000);

type Change = (store: Store) => unknown;

/** Draws one call; whatever is random about it is drawn once, for both. */
function drawCall(): Change {
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
  return oneOf<Change>([
    (store) => store.objects.insert("customer", account, at, customer as unknown as Kinds["customer"]),
    (store) => store.objects.update(customer),
    (store) => store.objects.move(id, account),
    (store) => store.objects.find("customer", account, id),
    (store) => store.objects.findAnywhere("customer", id),
    (store) => store.objects.findById(id),
    (store) => store.objects.list("customer", account, { limit, created, fields: [] }),
    (store) => {
      const fields = [{ field: 'metadata."order ref"', operator: "=" as const, value: customer.status }];
      return store.objects.list("customer", account, { limit, created: [], fields });
    },
    (store) => {
      const fields = [{ field: "amount", operator: ">=" as const, value }];
      return store.objects.list("customer", account, { limit, created: [], fields, startingAfter: pageId });
    },
    (store) =>
      store.objects.list("customer", account, { limit, created: [], fields: [], endingBefore: pageId }),
    (store) => {
      store.objects.insert("event", account, at, event as unknown as Kinds["event"]);
      store.deliveries.add(eventId, 0, at);
    },
    (store) =>
      store.objects.list("event", account, {
        limit,
        created,
        fields: [],
        types: [event.type],
        delivered: flag,
      }),
    (store) => store.deliveries.due([0], at, limit),
    (store) => store.deliveries.nextDueAtMs([0], at),
    (store) => store.deliveries.postpone(1 + value, value, at),
    (store) => store.deliveries.end(1 + value * 3, "delivered"),
    (store) => store.deliveries.giveUpDue(0, at - 900),
    (store) => store.jobs.add("settle_refund", id, at),
    (store) => store.jobs.due(at),
    (store) => store.jobs.nextDueAtMs(),
    (store) => store.jobs.remove(1 + value),
    (store) => store.savedAnswers.save({ ...saved, requestId: "req_1", status: 200, body: "{}" }, at),
    (store) => store.savedAnswers.find(account, saved.key, at),
  ]);
}

/** What the call gives back; refusals of both sides are worded differently. */
function outcomeOf(store: Store, change: Change): unknown {
  try {
    return change(store) ?? "nothing";
  } catch {
    return "refused";
  }
}

it("answers every call as the simulator's database does, undone changes included", () => {
  for (let round = 0; round < 1_500; round++) {
    const calls = Array.from({ length: 1 + below(4) }, drawCall);
    const isUndone = below(4) === 0;
    const both = [database, maps].map((store) => {
      const outcomes: unknown[] = [];
      const run = () =>
        store.atomically(() => {
          for (const call of calls) outcomes.push(outcomeOf(store, call));
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
});
