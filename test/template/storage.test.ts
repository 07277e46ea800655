import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { SECRET_VARIABLES } from "../../infra/topology.ts";
import { TABLE } from "../../shared/ledger/table.ts";
import { allResources, arnOf, onlyResource, resourcesOfType, secretNamed } from "./support/resources.ts";
import {
  adoptingTemplate,
  dataTemplateOf,
  fullestDataTemplate,
  lettingGoTemplate,
  templateOf,
} from "./support/templates.ts";

const ENVIRONMENTS = ["dev", "staging", "prod"];

const THROTTLED_KEYS = { Enabled: true, Mode: "THROTTLED_KEYS" };

describe.each(ENVIRONMENTS)("the table of %s", (name) => {
  const template = dataTemplateOf(name);
  const { Properties } = onlyResource(template, "AWS::DynamoDB::Table");

  it("has the keys that the ledger writes", () => {
    expect(Properties.KeySchema).toEqual([
      { AttributeName: TABLE.partitionKey, KeyType: "HASH" },
      { AttributeName: TABLE.sortKey, KeyType: "RANGE" },
    ]);
    expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: TABLE.timeToLive, Enabled: true });
  });

  it("has the indexes that the ledger reads, holding keys only", () => {
    const expected = TABLE.indexes.map(({ name, partitionKey, sortKey }) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: partitionKey, KeyType: "HASH" },
        { AttributeName: sortKey, KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "KEYS_ONLY" },
      ContributorInsightsSpecification: THROTTLED_KEYS,
    }));
    expect(Properties.GlobalSecondaryIndexes).toEqual(expected);
  });

  it("is on demand, recoverable, and encrypted with the stack's own rotating key", () => {
    const key = onlyResource(template, "AWS::KMS::Key");
    expect(Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: "KMS", KMSMasterKeyId: arnOf(key) },
    });
    expect(key.Properties.EnableKeyRotation).toBe(true);
  });

  it("names the keys that are throttled, as every index does", () => {
    expect(Properties.ContributorInsightsSpecification).toEqual(THROTTLED_KEYS);
  });
});

describe("what is stored", () => {
  const STORES = [
    "AWS::DynamoDB::Table",
    "AWS::KMS::Key",
    "AWS::KMS::Alias",
    "AWS::SecretsManager::Secret",
    "AWS::SQS::Queue",
    "AWS::Logs::LogGroup",
  ];
  const policies = (name: string, type: string) =>
    new Set(
      resourcesOfType(dataTemplateOf(name), type).map(
        ({ DeletionPolicy, UpdateReplacePolicy }) => `${DeletionPolicy}, ${UpdateReplacePolicy}`,
      ),
    );

  it.each(STORES)("outlives the stack in production and not in development: %s", (type) => {
    // Except on create: what a failed deploy leaves behind would stop the next one with "already exists".
    expect(policies("prod", type)).toEqual(new Set(["RetainExceptOnCreate, Retain"]));
    expect(policies("dev", type)).toEqual(new Set(["Delete, Delete"]));
  });

  it("is nothing that keeps its fixed name after a failed first deploy", () => {
    const kept = ENVIRONMENTS.flatMap((name) => allResources(dataTemplateOf(name))).filter(
      ({ DeletionPolicy }) => DeletionPolicy === "Retain",
    );
    expect(kept).toEqual([]);
  });

  it("lies in a stack of its own, of which the service's stack holds nothing and imports nothing", () => {
    for (const name of ENVIRONMENTS) {
      const data = new Set(allResources(dataTemplateOf(name)).map(({ Type }) => Type));
      expect([...data].sort()).toEqual([...STORES, "AWS::SQS::QueuePolicy"].sort());
      expect(allResources(templateOf(name)).filter(({ Type }) => data.has(Type))).toEqual([]);
      const both = JSON.stringify([templateOf(name).toJSON(), dataTemplateOf(name).toJSON()]);
      expect(both).not.toMatch(/Fn::ImportValue|"Export"/);
    }
  });

  it("is made before its table, so that a failed first deploy never has to delete a protected table", () => {
    for (const name of ENVIRONMENTS) {
      const template = dataTemplateOf(name);
      const { logicalId: tableId, DependsOn = [] } = onlyResource(template, "AWS::DynamoDB::Table");
      const others = allResources(template).map(({ logicalId }) => logicalId);
      expect([...DependsOn].sort()).toEqual(others.filter((id) => id !== tableId).sort());
    }
  });

  it("can be taken over by a new stack, what has no name of its own before all else (infra/runbooks/deploying.md)", () => {
    const template = dataTemplateOf("prod");
    const nameless = ["AWS::KMS::Key", "AWS::SQS::Queue", "AWS::SecretsManager::Secret"].flatMap((type) =>
      resourcesOfType(template, type),
    );
    const others = allResources(template).filter(
      ({ logicalId }) => !nameless.some((one) => one.logicalId === logicalId),
    );
    const text = JSON.stringify(nameless);
    expect(nameless.length).toBeGreaterThan(5);
    expect(others.filter(({ logicalId }) => text.includes(`"${logicalId}"`))).toEqual([]);
  });

  it("cannot be deleted by hand in production", () => {
    const protection = (name: string) =>
      onlyResource(dataTemplateOf(name), "AWS::DynamoDB::Table").Properties.DeletionProtectionEnabled;
    expect(ENVIRONMENTS.map(protection)).toEqual([false, false, true]);
  });
});

it("the table in use is copied each night, where vaults elsewhere are set", () => {
  expect(resourcesOfType(dataTemplateOf("prod"), "AWS::Backup::BackupPlan")).toEqual([]);
  const full = fullestDataTemplate();
  const { BackupPlan } = onlyResource(full, "AWS::Backup::BackupPlan").Properties as {
    BackupPlan: { BackupPlanRule: { CopyActions: { DestinationBackupVaultArn: string }[] }[] };
  };
  const [rule] = BackupPlan.BackupPlanRule;
  expect(rule).toMatchObject({
    ...{ ScheduleExpression: "cron(15 3 * * ? *)", Lifecycle: { DeleteAfterDays: 35 } },
  });
  expect(rule?.CopyActions.map((copy) => copy.DestinationBackupVaultArn)).toEqual([
    "arn:aws:backup:eu-central-1:444455556666:backup-vault:payments-prod-copies",
    "arn:aws:backup:eu-central-1:777788889999:backup-vault:payments-prod-copies",
  ]);
  const selected = onlyResource(full, "AWS::Backup::BackupSelection").Properties.BackupSelection;
  expect(JSON.stringify(selected)).toContain(":table/payments-prod-restored");
  // The copies are not encrypted with the key of the data: the vault elsewhere has its own.
  expect(onlyResource(full, "AWS::Backup::BackupVault")).toMatchObject({
    ...{ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" },
  });
});

it("a restored table is adopted in two steps: the lost one goes from the stack and stays, then only the restored one comes", () => {
  const [before, without, after] = [dataTemplateOf("prod"), lettingGoTemplate(), adoptingTemplate()].map(
    (template) => template.toJSON() as { Resources: Record<string, object>; Outputs?: object },
  );
  const table = onlyResource(dataTemplateOf("prod"), "AWS::DynamoDB::Table");
  const { [table.logicalId]: lost, ...others } = before?.Resources ?? {};
  expect(lost).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
  expect(without).toEqual({ ...before, Resources: others });
  // CloudFormation imports only into a template that is otherwise as it is deployed.
  expect(after).toEqual({
    ...without,
    Resources: {
      ...others,
      [table.logicalId]: {
        ...lost,
        Properties: { ...table.Properties, TableName: "payments-prod-restored" },
      },
    },
  });
});

it("the table and its indexes take as many writes from the start as is set, and what AWS gives where nothing is", () => {
  const warmthOf = (template: Template) => {
    const { Properties } = onlyResource(template, "AWS::DynamoDB::Table");
    const indexes = Properties.GlobalSecondaryIndexes as { WarmThroughput?: object }[];
    return [Properties, ...indexes].map(({ WarmThroughput }) => WarmThroughput);
  };
  expect(new Set(warmthOf(dataTemplateOf("prod")))).toEqual(new Set([undefined]));
  const warm = warmthOf(fullestDataTemplate());
  expect(warm).toEqual(warm.map(() => ({ WriteUnitsPerSecond: 10_000 })));
});

describe.each(ENVIRONMENTS)("the secrets of %s", (name) => {
  const template = dataTemplateOf(name);

  it.each(Object.keys(SECRET_VARIABLES))("include %s, encrypted with the stack's own key", (secret) => {
    expect(secretNamed(template, secret).Properties).toMatchObject({
      Name: `payments/${name}/${secret}`,
      KmsKeyId: arnOf(onlyResource(template, "AWS::KMS::Key")),
    });
  });

  it("start empty where somebody else makes their value", () => {
    const first = (secret: string) => secretNamed(template, secret).Properties.GenerateSecretString;
    expect(first("processor")).toMatchObject({
      SecretStringTemplate: '{"secretKey":"","publishableKey":""}',
    });
    expect(first("webhook")).toMatchObject({ SecretStringTemplate: '{"secrets":[]}' });
  });

  it("are nowhere in the templates", () => {
    // The canary's hook knows how a key begins, and composes nobody's.
    expect(JSON.stringify([template.toJSON(), templateOf(name).toJSON()])).not.toMatch(
      /\b(sk|rk|pk)_(test|live)_|whsec_|svc_live_\w|"SecretString"/,
    );
  });
});
