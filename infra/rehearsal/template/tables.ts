import type { TableKeys } from "../policies/table-request.ts";
import type { Assembly } from "./assembly.ts";
import type { Resource } from "./resource.ts";

type KeySchema = { AttributeName: string; KeyType: "HASH" | "RANGE" }[];
type Index = { IndexName: string; KeySchema: KeySchema; Projection: object };

export type TableSpec = TableKeys & {
  name: string;
  definition: {
    AttributeDefinitions: object[];
    KeySchema: KeySchema;
    GlobalSecondaryIndexes: Index[];
  };
};

export const readTables = (assembly: Assembly): TableSpec[] =>
  assembly.ofType("AWS::DynamoDB::Table").map((resource) => readTable(assembly, resource));

function readTable(assembly: Assembly, resource: Resource): TableSpec {
  const definition = {
    AttributeDefinitions: assembly.read<object[]>(resource, "AttributeDefinitions") ?? [],
    KeySchema: assembly.read<KeySchema>(resource, "KeySchema") ?? [],
    GlobalSecondaryIndexes: assembly.read<Index[]>(resource, "GlobalSecondaryIndexes") ?? [],
  };
  return {
    name: assembly.refOf(resource),
    arn: assembly.arnOf(resource),
    partitionKey: partitionKeyOf(definition.KeySchema),
    indexes: new Map(
      definition.GlobalSecondaryIndexes.map(({ IndexName, KeySchema }) => [
        IndexName,
        partitionKeyOf(KeySchema),
      ]),
    ),
    definition,
  };
}

const partitionKeyOf = (schema: KeySchema): string =>
  schema.find(({ KeyType }) => KeyType === "HASH")?.AttributeName ?? "";
