import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { LedgerAccess } from "../ledger-access.ts";

/**
 * One statement per set of partitions; an index has its own, because its partition key counts. CDK's own grants
 * include Scan and DeleteItem.
 */
export const tableStatements = (access: readonly LedgerAccess[], table: ITable): PolicyStatement[] => [
  ...statementsOn(
    table.tableArn,
    access.filter(({ index }) => !index),
  ),
  ...[...new Set(access.flatMap(({ index }) => index ?? []))].flatMap((name) =>
    statementsOn(
      `${table.tableArn}/index/${name}`,
      access.filter(({ index }) => index === name),
    ),
  ),
];

function statementsOn(resource: string, access: readonly LedgerAccess[]): PolicyStatement[] {
  const actionsByPrefixes = new Map<string, string[]>();
  for (const action of new Set(access.map((one) => one.action))) {
    const prefixes = access.filter((one) => one.action === action).map(({ prefix }) => `${prefix}*`);
    const key = [...new Set(prefixes)].sort().join(" ");
    actionsByPrefixes.set(key, [...(actionsByPrefixes.get(key) ?? []), `dynamodb:${action}`]);
  }
  return [...actionsByPrefixes].map(
    ([prefixes, actions]) =>
      new PolicyStatement({ actions, resources: [resource], conditions: onlyKeys(prefixes.split(" ")) }),
  );
}

/** "For all values" also holds for a request that names no key at all; hence the second condition. */
const onlyKeys = (prefixes: string[]) => ({
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": prefixes },
  Null: { "dynamodb:LeadingKeys": "false" },
});
