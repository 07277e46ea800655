import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  ProvisionedThroughputExceededException,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";

vi.stubEnv("TABLE_NAME", "ledger");
vi.stubEnv("AWS_REGION", "eu-west-1");
const { sendCount, getItem, getItems, LEDGER_PATIENCE, sendPut, putNewItem, sendQuery, sendUpdate } =
  await import("../../../shared/ledger/client.ts");
const { runInvocation } = await import("../../../shared/runtime/invocation.ts");

const dynamodb = mockClient(DynamoDBDocumentClient);
beforeEach(() => {
  dynamodb.reset();
});
afterAll(() => {
  dynamodb.restore();
  vi.unstubAllEnvs();
});

const KEY = { pk: "PAYMENT#p", sk: "PAYMENT" };
const UNSEEN = { ConditionExpression: "attribute_not_exists(pk)" };
const STORED = { ...KEY, version: 7, order: { orderRef: null, tags: ["a"] } };
const STORED_RAW = {
  pk: { S: "PAYMENT#p" },
  sk: { S: "PAYMENT" },
  version: { N: "7" },
  order: { M: { orderRef: { NULL: true as const }, tags: { L: [{ S: "a" }] } } },
};

const rejected = (Item?: typeof STORED_RAW) =>
  new ConditionalCheckFailedException({ $metadata: {}, message: "rejected", ...(Item && { Item }) });

const serviceError = (name: string, httpStatusCode: number) =>
  new DynamoDBServiceException({
    name,
    message: name,
    $fault: httpStatusCode < 500 ? "client" : "server",
    $metadata: { httpStatusCode },
  });

describe("a conditional write that meets another record", () => {
  it.each([
    ["put", () => sendPut({ ...KEY, version: 0 }, UNSEEN)],
    ["update", () => sendUpdate(KEY, { UpdateExpression: "SET a = :a", ...UNSEEN })],
  ])("learns it from the rejection of a %s, without a second read", async (_, write) => {
    dynamodb.on(PutCommand).rejects(rejected(STORED_RAW));
    dynamodb.on(UpdateCommand).rejects(rejected(STORED_RAW));
    expect(await write()).toEqual({ written: false, existing: STORED });
    expect(dynamodb.commandCalls(GetCommand)).toHaveLength(0);
  });

  it("asks for that record to be returned", async () => {
    dynamodb.on(PutCommand).rejects(rejected(STORED_RAW));
    await sendPut({ ...KEY, version: 0 }, UNSEEN);
    const [call] = dynamodb.commandCalls(PutCommand);
    expect(call?.args[0].input).toMatchObject({ ReturnValuesOnConditionCheckFailure: "ALL_OLD", ...UNSEEN });
  });

  it("reads it, consistently, from a server that does not hand it over", async () => {
    dynamodb.on(PutCommand).rejects(rejected());
    dynamodb.on(GetCommand).resolves({ Item: STORED });
    expect(await sendPut({ ...KEY, version: 0 }, UNSEEN)).toEqual({ written: false, existing: STORED });
    expect(dynamodb.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject({
      Key: KEY,
      ConsistentRead: true,
    });
  });

  it("does not read it for an update that does not look at it", async () => {
    dynamodb.on(UpdateCommand).rejects(rejected());
    const update = { UpdateExpression: "SET a = :a", ...UNSEEN };
    expect(await sendUpdate(KEY, update, { readsExisting: false })).toEqual({
      written: false,
      existing: undefined,
    });
    expect(dynamodb.commandCalls(GetCommand)).toHaveLength(0);
  });
});

describe("a read of several records", () => {
  it("does not take a throttled part for a record that does not exist", async () => {
    const UnprocessedKeys = { ledger: { Keys: [KEY] } };
    dynamodb.on(BatchGetCommand).resolves({ Responses: { ledger: [STORED] }, UnprocessedKeys });
    await expect(getItems([KEY, { ...KEY, sk: "OTHER" }])).rejects.toMatchObject({
      code: "service_unavailable",
    });
  });

  it("asks six times for a throttled part, with pauses that double, and no seventh time", async () => {
    const askedAt: number[] = [];
    dynamodb.on(BatchGetCommand).callsFake(() => {
      askedAt.push(performance.now());
      return { UnprocessedKeys: { ledger: { Keys: [KEY] } } };
    });
    await expect(getItems([KEY])).rejects.toMatchObject({ code: "service_unavailable" });
    const pauses = askedAt.slice(1).map((at, nth) => at - (askedAt[nth] ?? 0));
    expect(pauses).toHaveLength(5);
    for (const [nth, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(25 * 2 ** nth - 1);
  });

  it("ends before the invocation does: another try may take nine seconds", async () => {
    dynamodb.on(BatchGetCommand).resolves({ UnprocessedKeys: { ledger: { Keys: [KEY] } } });
    const leftMs = [60_000, 9_000];
    const read = runInvocation(
      () => leftMs.shift() ?? 0,
      () => getItems([KEY]),
    );
    await expect(read).rejects.toMatchObject({ code: "service_unavailable" });
    expect(dynamodb.commandCalls(BatchGetCommand)).toHaveLength(2);
  });

  it("asks again for what was too much for one answer", async () => {
    const other = { ...KEY, sk: "OTHER" };
    const UnprocessedKeys = { ledger: { Keys: [other], ConsistentRead: true } };
    dynamodb
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { ledger: [STORED] }, UnprocessedKeys })
      .resolves({ Responses: { ledger: [other] } });
    expect(await getItems([KEY, other])).toEqual([STORED, other]);
    expect(dynamodb.commandCalls(BatchGetCommand)[1]?.args[0].input.RequestItems).toEqual(UnprocessedKeys);
  });

  it("asks once for what an index shows twice, and gives it once, in the order asked for", async () => {
    const other = { ...KEY, sk: "OTHER" };
    dynamodb.on(BatchGetCommand).resolves({ Responses: { ledger: [STORED, other] } });
    expect(await getItems([other, KEY, other])).toEqual([other, STORED]);
    const [call] = dynamodb.commandCalls(BatchGetCommand);
    expect(call?.args[0].input.RequestItems?.ledger?.Keys).toEqual([other, KEY]);
  });

  it("asks for a hundred at a time, and for nothing where nothing is wanted", async () => {
    const keys = Array.from({ length: 250 }, (_, nth) => ({ ...KEY, pk: `PAYMENT#${nth}` }));
    dynamodb
      .on(BatchGetCommand)
      .callsFake(({ RequestItems }) => ({ Responses: { ledger: RequestItems.ledger.Keys } }));
    expect(await getItems(keys)).toEqual(keys);
    expect(await getItems([])).toEqual([]);
    const sizes = dynamodb
      .commandCalls(BatchGetCommand)
      .map(({ args }) => args[0].input.RequestItems?.ledger?.Keys?.length);
    expect(sizes).toEqual([100, 100, 50]);
  });

  it("answers what there is when nothing is left over", async () => {
    dynamodb.on(BatchGetCommand).resolves({ Responses: { ledger: [STORED] }, UnprocessedKeys: {} });
    expect(await getItems([KEY])).toEqual([STORED]);
  });
});

it.each([
  ["throttling", new ProvisionedThroughputExceededException({ $metadata: {}, message: "slow down" })],
  ["throttling of the account", serviceError("ThrottlingException", 400)],
  ["too many requests of the account", serviceError("RequestLimitExceeded", 400)],
  ["a fault of the server by its name", serviceError("InternalServerError", 400)],
  ["a server that is not there, by its name", serviceError("ServiceUnavailable", 400)],
  ["a fault of the server by its status", serviceError("SomethingElse", 500)],
  ["a fault of the server", serviceError("InternalServerError", 500)],
  ["any other 5xx", serviceError("SomethingNew", 503)],
  ["a timeout", Object.assign(new Error("timed out"), { name: "TimeoutError" })],
  ["a lost connection", Object.assign(new Error("socket hang up"), { code: "ECONNRESET" })],
])("a ledger that cannot be reached is something to retry: %s", async (_, error) => {
  dynamodb.onAnyCommand().rejects(error);
  const unavailable = {
    code: "service_unavailable",
    message: "The ledger is unreachable. Send the same request again.",
    cause: error,
    extras: { retryAfterSeconds: 1 },
  };
  await expect(getItem(KEY)).rejects.toMatchObject(unavailable);
  await expect(sendPut({ ...KEY }, UNSEEN)).rejects.toMatchObject(unavailable);
});

it.each([
  ["a malformed request", serviceError("ValidationException", 400)],
  ["a missing table", serviceError("ResourceNotFoundException", 400)],
  ["a missing permission", serviceError("AccessDeniedException", 400)],
  ["a bug", new TypeError("undefined is not a function")],
])("a mistake of ours is not dressed up as something to retry: %s", async (_, error) => {
  dynamodb.onAnyCommand().rejects(error);
  await expect(getItem(KEY)).rejects.toBe(error);
  await expect(sendUpdate(KEY, { UpdateExpression: "SET a = :a" })).rejects.toBe(error);
});

it("waits for the ledger a second and a half three times: longer than it takes, shorter than a function lives", () => {
  expect(LEDGER_PATIENCE).toEqual({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_500, throwOnRequestTimeout: true },
  });
});

describe("a query", () => {
  const query = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": "p" } };

  it("says whether it was cut off", async () => {
    dynamodb.on(QueryCommand).resolves({ Items: [STORED], LastEvaluatedKey: KEY });
    expect(await sendQuery(query)).toEqual({ items: [STORED], isCutOff: true });
    dynamodb.on(QueryCommand).resolves({});
    expect(await sendQuery(query)).toEqual({ items: [], isCutOff: false });
  });

  it("counts page by page, from where the page before has ended", async () => {
    dynamodb
      .on(QueryCommand)
      .resolvesOnce({ Count: 3, LastEvaluatedKey: KEY })
      .resolvesOnce({ LastEvaluatedKey: KEY })
      .resolves({ Count: 2 });
    expect(await sendCount(query)).toBe(5);
    expect(dynamodb.commandCalls(QueryCommand).map(({ args }) => args[0].input.ExclusiveStartKey)).toEqual([
      undefined,
      KEY,
      KEY,
    ]);
  });

  it("counts a hundred pages and no more", async () => {
    dynamodb.on(QueryCommand).resolves({ Count: 1, LastEvaluatedKey: KEY });
    expect(await sendCount(query)).toBe(100);
  });
});

describe("a new item under a random key", () => {
  it("is written, and what stands there is its own earlier try", async () => {
    dynamodb.on(PutCommand).resolvesOnce({}).rejects(rejected());
    await putNewItem({ ...KEY });
    await putNewItem({ ...KEY });
    expect(dynamodb.commandCalls(PutCommand)[0]?.args[0].input).toMatchObject({ Item: KEY, ...UNSEEN });
    expect(dynamodb.commandCalls(GetCommand)).toHaveLength(0);
  });

  it("is not written where the ledger rejects it for another reason", async () => {
    dynamodb.on(PutCommand).rejects(serviceError("AccessDeniedException", 400));
    await expect(putNewItem({ ...KEY })).rejects.toThrow("AccessDeniedException");
  });
});

describe("a write that is true only for a while", () => {
  const AT = Date.UTC(2026, 0, 5);
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What the SDK does with the write at this time, at its first send or when it repeats one. */
  const sentAt = async (now: number, options: { notAfterMs?: number }) => {
    dynamodb.on(PutCommand).resolves({});
    await sendPut({ ...KEY, version: 0 }, UNSEEN, options);
    const command = dynamodb.commandCalls(PutCommand)[0]?.args[0];
    if (!command) throw new Error("Nothing was written.");
    const send = vi.fn(async () => ({ output: { $metadata: {} }, response: {} }));
    vi.useFakeTimers({ now });
    await command.middlewareStack.resolve(send, {})({ input: command.input });
    return send.mock.calls.length;
  };

  it("is sent up to its last moment", async () => {
    expect(await sentAt(AT, { notAfterMs: AT })).toBe(1);
  });

  it("is not sent by a function that was frozen for longer", async () => {
    await expect(sentAt(AT + 1, { notAfterMs: AT })).rejects.toMatchObject({
      ...{ name: "SentTooLate", code: "service_unavailable" },
      message: expect.stringContaining("too late"),
    });
  });

  it("is sent whenever it may be where it has no last moment", async () => {
    expect(await sentAt(AT + 1, {})).toBe(1);
  });
});
