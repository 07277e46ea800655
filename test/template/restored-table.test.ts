import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TABLE } from "../../shared/ledger/table.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { type FakeAws, startAws } from "../support/fake-aws.ts";

/** As a restore leaves it: items and indexes are there, and all switches are off. */
type Described = { indexes: string[]; timeToLive: string; recovery: boolean; protection: boolean };

const ALL: Described = {
  indexes: TABLE.indexes.map(({ name }) => name),
  timeToLive: "ENABLED",
  recovery: true,
  protection: true,
};

let described: Described | undefined;
let aws: FakeAws;

const answers: Record<string, (table: Described) => object> = {
  DescribeTable: ({ indexes, protection }) => ({
    Table: {
      TableStatus: "ACTIVE",
      DeletionProtectionEnabled: protection,
      GlobalSecondaryIndexes: indexes.map((IndexName) => ({ IndexName, IndexStatus: "ACTIVE" })),
    },
  }),
  DescribeTimeToLive: ({ timeToLive }) => ({
    TimeToLiveDescription: { TimeToLiveStatus: timeToLive },
  }),
  DescribeContinuousBackups: ({ recovery }) => ({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: "ENABLED",
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: recovery ? "ENABLED" : "DISABLED" },
    },
  }),
};

beforeAll(async () => {
  aws = await startAws("arn:aws:iam::111122223333:user/ada", (question) => {
    const answer = described && answers[question.replace("DynamoDB_20120810.", "")];
    if (described && answer) return { status: 200, body: JSON.stringify(answer(described)) };
    const type = "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException";
    return { status: 400, body: JSON.stringify({ __type: type, message: "Requested resource not found" }) };
  });
});

afterAll(() => {
  aws.server.close();
});

const FIND = `
  const { findTableFaults } = await import(${JSON.stringify(new URL("../../infra/aws/restored-table.ts", import.meta.url).href)});
  const keepsData = process.argv[1] === "true";
  console.log(JSON.stringify(await findTableFaults({ table: "payments-prod-restored", keepsData })));
`;

/** In a process of its own, as a deploy asks. */
async function faultsOf(table: Described | undefined, keepsData = true): Promise<string[]> {
  described = table;
  const env = childEnvironment({
    AWS_ENDPOINT_URL: aws.url,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  });
  const args = ["--input-type=module", "-e", FIND, String(keepsData)];
  return JSON.parse((await promisify(execFile)(process.execPath, args, { env })).stdout);
}

it.each<[string, Described | undefined, string[]]>([
  ["with everything that a restore forgets switched on serves", ALL, []],
  // That takes AWS up to an hour.
  ["whose time to live is being switched on serves", { ...ALL, timeToLive: "ENABLING" }, []],
  ["whose time to live ends does not", { ...ALL, timeToLive: "DISABLING" }, ["time to live is off"]],
  [
    "as the restore has left it does not, and every switch is named",
    { ...ALL, timeToLive: "DISABLED", recovery: false, protection: false },
    ["time to live is off", "point-in-time recovery is off", "deletion protection is off"],
  ],
  [
    "without one of the ledger's indexes does not",
    { ...ALL, indexes: ALL.indexes.slice(1) },
    [`the indexes ${ALL.indexes[0]} are not active`],
  ],
  ["that does not exist is missing", undefined, ["there is no such table in this account and region"]],
])("a restored table %s", async (_, table, faults) => {
  expect(await faultsOf(table)).toEqual(faults);
});

it("a restored table needs no protection where data is not kept", async () => {
  expect(await faultsOf({ ...ALL, recovery: false, protection: false }, false)).toEqual([]);
});
