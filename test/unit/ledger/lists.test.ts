import { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, expect, it, vi } from "vitest";

vi.stubEnv("TABLE_NAME", "ledger");
vi.stubEnv("AWS_REGION", "eu-west-1");
const { findAll } = await import("../../../shared/ledger/lists.ts");

const dynamodb = mockClient(DynamoDBDocumentClient);
afterAll(() => {
  dynamodb.restore();
  vi.unstubAllEnvs();
});

/** While an item moves in an index, a reader may see both of its places; a batch that names a key twice is rejected. */
it("asks once for what an index shows twice, and gives it once", async () => {
  const [one, two] = ["a", "b"].map((pk) => ({ pk, sk: "EVENT" }));
  dynamodb.on(BatchGetCommand).resolves({ Responses: { ledger: [one, two].flatMap((item) => item ?? []) } });
  expect(await findAll([two, one, two].flatMap((key) => key ?? []))).toEqual([two, one]);
  const [call] = dynamodb.commandCalls(BatchGetCommand);
  expect(call?.args[0].input.RequestItems?.ledger?.Keys).toEqual([two, one]);
});
