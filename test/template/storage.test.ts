import { describe, expect, it } from "vitest";
import { FUNCTIONS, SECRET_VARIABLES } from "../../infra/topology.ts";
import { TABLE } from "../../shared/ledger/table.ts";
import {
  allResources,
  arnOf,
  functionNamed,
  onlyResource,
  refTo,
  resourcesOfType,
  secretNamed,
  variablesOf,
} from "./support/resources.ts";
import { templateOf } from "./support/synthesised-stack.ts";

const ENVIRONMENTS = ["dev", "staging", "prod"];

describe.each(ENVIRONMENTS)("the table of %s", (name) => {
  const template = templateOf(name);
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
});

describe("what is stored", () => {
  const STORES = ["AWS::DynamoDB::Table", "AWS::KMS::Key", "AWS::SecretsManager::Secret", "AWS::SQS::Queue"];
  const policies = (name: string, type: string) =>
    new Set(
      resourcesOfType(templateOf(name), type).map(
        ({ DeletionPolicy, UpdateReplacePolicy }) => `${DeletionPolicy}, ${UpdateReplacePolicy}`,
      ),
    );

  it.each(STORES)("outlives the stack in production and not in development: %s", (type) => {
    // Except on create: what a failed deploy leaves behind would stop the next one with "already exists".
    expect(policies("prod", type)).toEqual(new Set(["RetainExceptOnCreate, Retain"]));
    expect(policies("dev", type)).toEqual(new Set(["Delete, Delete"]));
  });

  it("is nothing that keeps its fixed name after a failed first deploy", () => {
    const kept = allResources(templateOf("prod")).filter(({ DeletionPolicy }) => DeletionPolicy === "Retain");
    expect(new Set(kept.map(({ Type }) => Type))).toEqual(new Set(["AWS::Lambda::Version"]));
  });

  it("cannot be deleted by hand in production", () => {
    const protection = (name: string) =>
      onlyResource(templateOf(name), "AWS::DynamoDB::Table").Properties.DeletionProtectionEnabled;
    expect(ENVIRONMENTS.map(protection)).toEqual([false, false, true]);
  });
});

describe.each(ENVIRONMENTS)("the secrets of %s", (name) => {
  const template = templateOf(name);

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

  it("are nowhere in the template", () => {
    expect(JSON.stringify(template.toJSON())).not.toMatch(
      /\b(sk|rk|pk)_(test|live)_|whsec_|svc_live_|"SecretString"/,
    );
  });

  it("reach functions as addresses only", () => {
    const addresses = resourcesOfType(template, "AWS::SecretsManager::Secret").map(refTo);
    for (const [variable, value] of FUNCTIONS.flatMap((spec) =>
      Object.entries(variablesOf(functionNamed(template, spec.name))),
    )) {
      expect(JSON.stringify(value)).not.toMatch(/sk_|rk_|pk_|whsec_|resolve:secretsmanager/);
      if (variable.includes("SECRET")) expect(addresses).toContainEqual(value);
    }
  });
});
