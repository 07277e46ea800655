import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it, vi } from "vitest";

vi.stubEnv("TABLE_NAME", "ledger");
vi.stubEnv("AWS_REGION", "eu-west-1");
const { deadPages, listDeadInWindow } = await import("../../../shared/ledger/dead-deliveries.ts");

const dynamodb = mockClient(DynamoDBDocumentClient);
afterAll(() => {
  dynamodb.restore();
  vi.unstubAllEnvs();
});

const MERCHANT = "mer_1";
const ENDPOINT = "ep_1";
/** The latest death first, all in the first shard. */
const SORTS = [5, 4, 3, 2, 1].map((at) => `${MERCHANT}/${ENDPOINT}#000000000000${at}#evt_${at}`);
const idOf = (sort: string) => sort.split("#").at(-1) ?? "";

/** Between the index and the records these were sent again: the index still shows them, and their records do not. */
let redelivered: string[] = [];

beforeEach(() => {
  redelivered = [];
  dynamodb.reset();
  dynamodb.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, Limit }) => ({
    Items: SORTS.filter((sort) => sort >= values[":from"] && sort <= values[":to"])
      .filter(() => values[":partition"] === "DEAD#0")
      .slice(0, Limit)
      .map((deadSort) => ({ pk: `EVENT#${idOf(deadSort)}`, sk: `DELIVERY#${ENDPOINT}`, deadSort })),
  }));
  dynamodb.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    Responses: {
      ledger: RequestItems.ledger.Keys.map(({ pk, sk }: { pk: string; sk: string }) => {
        const eventId = pk.slice("EVENT#".length);
        if (redelivered.includes(eventId)) return { pk, sk, eventId, delivery: "pending" };
        return { pk, sk, eventId, delivery: "dead", deadSort: SORTS.find((sort) => idOf(sort) === eventId) };
      }),
    },
  }));
});

/** Five events, two to a page, in the first of eight shards. What does not end fails, instead of running for ever. */
const MOST_PAGES = 3 + 8;

async function recovered(): Promise<string[]> {
  const found: string[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const window = { merchantId: MERCHANT, endpointId: ENDPOINT, sinceMs: 0, untilMs: 9, before };
    const page = await listDeadInWindow(window, 2);
    found.push(...page.items.map(({ eventId }) => eventId));
    if (page.next === undefined) return found;
    before = page.next;
  }
  throw new Error("The window has no end.");
}

const REDELIVERED = [[["evt_4"]], [["evt_5", "evt_4"]]];

it.each(REDELIVERED)(
  "a recovery of what has died goes on with the shard where %s, at a page's end, was sent again meanwhile",
  async (ids) => {
    redelivered = ids;
    const left = ["evt_5", "evt_4", "evt_3", "evt_2", "evt_1"].filter((id) => !ids.includes(id));
    expect(await recovered()).toEqual(left);
  },
);

it.each(REDELIVERED)(
  "the pages of all dead events go on where %s, at a page's end, was sent again meanwhile",
  async (ids) => {
    redelivered = ids;
    const found: string[] = [];
    let pages = 0;
    for await (const page of deadPages({ merchantId: MERCHANT }, 2)) {
      found.push(...page.map(({ eventId }) => eventId));
      if (++pages > MOST_PAGES) throw new Error("The pages have no end.");
    }
    expect(found).toEqual(expect.arrayContaining(["evt_3", "evt_2", "evt_1"]));
  },
);
