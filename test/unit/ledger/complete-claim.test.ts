import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, it, vi } from "vitest";

vi.stubEnv("TABLE_NAME", "ledger");
vi.stubEnv("AWS_REGION", "eu-west-1");
const { completeClaim, releaseClaim } = await import("../../../shared/ledger/claims.ts");

const dynamodb = mockClient(DynamoDBDocumentClient);
beforeEach(() => {
  dynamodb.reset();
  dynamodb.on(UpdateCommand).resolves({});
});
afterAll(() => {
  dynamodb.restore();
  vi.unstubAllEnvs();
});

type Claimed = Parameters<typeof releaseClaim>[0];

const CLAIMED = { pk: "PAYMENT#p", sk: "PAYMENT", ownerToken: "ours", keyNumber: 1 } as Claimed;
const ANSWER = { status: 201, body: "{}" };

it("a claim that is completed answers what was given, and does not read its record back", async () => {
  expect(await completeClaim(CLAIMED, ANSWER)).toEqual({ ...ANSWER, replayed: false });
  const [call] = dynamodb.commandCalls(UpdateCommand);
  expect(call?.args[0].input).toMatchObject({
    ReturnValues: "NONE",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
});
