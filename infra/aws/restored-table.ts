import { TABLE } from "../../shared/ledger/table.ts";
import { explainAwsError } from "./caller-identity.ts";

/** `keepsData`: whether it must also be protected and recoverable. */
type Wanted = { table: string; keepsData: boolean };

/** Enabling it takes up to an hour. Do not wait for it: what expires in that time is removed later. */
const EXPIRING = ["ENABLED", "ENABLING"];

/** A restore brings back items and indexes, and none of the switches: time to live, recovery, protection. */
export async function findTableFaults({ table, keepsData }: Wanted): Promise<string[]> {
  const sdk = await import("@aws-sdk/client-dynamodb");
  const client = new sdk.DynamoDBClient({ maxAttempts: 2 });
  try {
    const { Table } = await client.send(new sdk.DescribeTableCommand({ TableName: table }));
    const { TimeToLiveDescription } = await client.send(
      new sdk.DescribeTimeToLiveCommand({ TableName: table }),
    );
    const { ContinuousBackupsDescription } = await client.send(
      new sdk.DescribeContinuousBackupsCommand({ TableName: table }),
    );
    const indexes = Table?.GlobalSecondaryIndexes ?? [];
    const missing = TABLE.indexes.filter(
      ({ name }) =>
        !indexes.some(({ IndexName, IndexStatus }) => IndexName === name && IndexStatus === "ACTIVE"),
    );
    const recovery =
      ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === "ENABLED";
    return [
      Table?.TableStatus === "ACTIVE" ? "" : `it is ${Table?.TableStatus ?? "not there"}`,
      missing.length === 0 ? "" : `the indexes ${missing.map(({ name }) => name).join(", ")} are not active`,
      EXPIRING.includes(TimeToLiveDescription?.TimeToLiveStatus ?? "") ? "" : "time to live is off",
      recovery || !keepsData ? "" : "point-in-time recovery is off",
      Table?.DeletionProtectionEnabled || !keepsData ? "" : "deletion protection is off",
    ].filter(Boolean);
  } catch (error) {
    const name = error instanceof Error ? error.name : String(error);
    if (name === "ResourceNotFoundException") return ["there is no such table in this account and region"];
    throw new Error(explainAwsError(error) ?? `The table ${table} could not be read (${name}).`);
  } finally {
    client.destroy();
  }
}
