import {
  AttributeType,
  BillingMode,
  ContributorInsightsMode,
  ProjectionType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { TABLE } from "../../shared/ledger/table.ts";
import type { Environment } from "./environments.ts";
import { ownTableNameOf, tableNameOf } from "./names.ts";
import { removalPolicy } from "./removal.ts";

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** Reads need no more than what a new table has: the default of 12,000 units a second is 4,000 payments. */
const warmth = ({ warmWriteUnits }: Environment) =>
  warmWriteUnits !== undefined && { warmThroughput: { writeUnitsPerSecond: warmWriteUnits } };

/** Only throttled keys are recorded and paid for: a table that is not throttled costs nothing more. */
const HOT_KEYS = {
  contributorInsightsSpecification: { enabled: true, mode: ContributorInsightsMode.THROTTLED_KEYS },
};

/** The table that shared/ledger/table.ts describes. On demand: no capacity to guess, and an idle table costs nothing. */
export function addTable(scope: Construct, environment: Environment, encryptionKey: IKey): Table {
  const table = new Table(scope, "Table", {
    tableName: environment.tableIsAdopted ? tableNameOf(environment) : ownTableNameOf(environment.name),
    partitionKey: text(TABLE.partitionKey),
    sortKey: text(TABLE.sortKey),
    timeToLiveAttribute: TABLE.timeToLive,
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey,
    // Everywhere, so that a restore can be rehearsed where it does no harm.
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    ...warmth(environment),
    ...HOT_KEYS,
    deletionProtection: environment.keepsData,
    removalPolicy: removalPolicy(environment),
  });
  // CloudFormation adds one index per update: once deployed, a second new one has to wait for the next release.
  for (const { name, partitionKey, sortKey } of TABLE.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      projectionType: ProjectionType.KEYS_ONLY,
      ...warmth(environment),
      ...HOT_KEYS,
    });
  }
  return table;
}
