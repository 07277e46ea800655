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
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

vi.stubEnv("TABLE_NAME", "ledger");
vi.stubEnv("AWS_REGION", "eu-west-1");
const { getItem, getItems, putItem, updateItem } = await import("../../../shared/ledger/client.ts");

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

const refused = (Item?: typeof STORED_RAW) =>
  new ConditionalCheckFailedException({ $metadata: {}, message: "refused", ...(Item && { Item }) });

const serviceError = (name: string, httpStatusCode: number) =>
  new DynamoDBServiceException({
    name,
    message: name,
    $fault: httpStatusCode < 500 ? "client" : "server",
    $metadata: { httpStatusCode },
  });

describe("a conditional write that meets another record", () => {
  it.each([
    ["put", () => putItem({ ...KEY, version: 0 }, UNSEEN)],
    ["update", () => updateItem(KEY, { UpdateExpression: "SET a = :a", ...UNSEEN })],
  ])("learns it from the refusal of a %s, without a second read", async (_, write) => {
    dynamodb.on(PutCommand).rejects(refused(STORED_RAW));
    dynamodb.on(UpdateCommand).rejects(refused(STORED_RAW));
    expect(await write()).toEqual({ written: false, existing: STORED });
    expect(dynamodb.commandCalls(GetCommand)).toHaveLength(0);
  });

  it("asks for that record to be returned", async () => {
    dynamodb.on(PutCommand).rejects(refused(STORED_RAW));
    await putItem({ ...KEY, version: 0 }, UNSEEN);
    const [call] = dynamodb.commandCalls(PutCommand);
    expect(call?.args[0].input).toMatchObject({ ReturnValuesOnConditionCheckFailure: "ALL_OLD", ...UNSEEN });
  });

  it("reads it, consistently, from a server that does not hand it over", async () => {
    dynamodb.on(PutCommand).rejects(refused());
    dynamodb.on(GetCommand).resolves({ Item: STORED });
    expect(await putItem({ ...KEY, version: 0 }, UNSEEN)).toEqual({ written: false, existing: STORED });
    expect(dynamodb.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject({
      Key: KEY,
      ConsistentRead: true,
    });
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

  it("answers what there is when nothing is left over", async () => {
    dynamodb.on(BatchGetCommand).resolves({ Responses: { ledger: [STORED] }, UnprocessedKeys: {} });
    expect(await getItems([KEY])).toEqual([STORED]);
  });
});

describe("a ledger that cannot be reached is something to retry:", () => {
  it.each([
    ["throttling", new ProvisionedThroughputExceededException({ $metadata: {}, message: "slow down" })],
    ["throttling of the account", serviceError("ThrottlingException", 400)],
    ["a fault of the server", serviceError("InternalServerError", 500)],
    ["any other 5xx", serviceError("SomethingNew", 503)],
    ["a timeout", Object.assign(new Error("timed out"), { name: "TimeoutError" })],
    ["a lost connection", Object.assign(new Error("socket hang up"), { code: "ECONNRESET" })],
  ])("%s", async (_, error) => {
    dynamodb.onAnyCommand().rejects(error);
    const unavailable = { code: "service_unavailable", cause: error, extras: { retryAfterSeconds: 1 } };
    await expect(getItem(KEY)).rejects.toMatchObject(unavailable);
    await expect(putItem({ ...KEY }, UNSEEN)).rejects.toMatchObject(unavailable);
  });
});

describe("a mistake of ours is not dressed up as something to retry:", () => {
  it.each([
    ["a malformed request", serviceError("ValidationException", 400)],
    ["a missing table", serviceError("ResourceNotFoundException", 400)],
    ["a missing permission", serviceError("AccessDeniedException", 400)],
    ["a bug", new TypeError("undefined is not a function")],
  ])("%s", async (_, error) => {
    dynamodb.onAnyCommand().rejects(error);
    await expect(getItem(KEY)).rejects.toBe(error);
    await expect(updateItem(KEY, { UpdateExpression: "SET a = :a" })).rejects.toBe(error);
  });
});
