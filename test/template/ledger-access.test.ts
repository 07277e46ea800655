import { describe, expect, it } from "vitest";
import recorded from "../../infra/ledger-access.json" with { type: "json" };
import { FUNCTIONS } from "../../infra/topology.ts";
import {
  actionsOf,
  functionNamed,
  namedArn,
  PLACE,
  type Resource,
  resourcesOfType,
  roleIdOf,
  type Statement,
  statementsIn,
} from "./support/resources.ts";
import { templateOf } from "./support/templates.ts";

/** infra/ledger-access.json is what the integration tests saw each function do; here is what its role allows. */
const template = templateOf("prod");
const TABLE_ARN = namedArn(`dynamodb:${PLACE}:table/payments-prod`);
const RECORDED: Record<string, string[]> = recorded;

const roleOf = (name: string): Resource | undefined =>
  resourcesOfType(template, "AWS::IAM::Role").find(
    ({ logicalId }) => logicalId === roleIdOf(functionNamed(template, name)),
  );

const tableStatements = (role: Resource | undefined): Statement[] =>
  statementsIn(role?.Properties.Policies).filter((statement) =>
    actionsOf(statement).some((action) => action.startsWith("dynamodb:")),
  );

type LeadingKeys = { "dynamodb:LeadingKeys": string | string[] };
type Condition = { "ForAllValues:StringLike": LeadingKeys; Null: { "dynamodb:LeadingKeys": string } };

/** "PutItem PAYMENT#", "Query mer_ on payments-by-merchant": a statement in the words of the record. */
function accessIn(statement: Statement): string[] {
  return [statement.Resource].flat().flatMap((resource) => accessOn(JSON.stringify(resource), statement));
}

function accessOn(resource: string, statement: Statement): string[] {
  const index = /\/index\/([a-z-]+)/.exec(resource)?.[1];
  expect(resource.replace(/\/index\/[a-z-]+/, "")).toBe(JSON.stringify(TABLE_ARN));
  const condition = statement.Condition as Condition;
  // Without this, a request that names no key would pass.
  expect(condition.Null).toEqual({ "dynamodb:LeadingKeys": "false" });
  const prefixes = [condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]].flat();
  return actionsOf(statement).flatMap((action) =>
    prefixes.map((prefix) => {
      expect(prefix).toMatch(/^[A-Za-z]+[#_]?\*$/);
      return [action.replace("dynamodb:", ""), prefix.slice(0, -1), ...(index ? [`on ${index}`] : [])].join(
        " ",
      );
    }),
  );
}

describe.each(FUNCTIONS)("the role of $name", ({ name }) => {
  const lines = RECORDED[name] ?? [];

  it("allows on the table what the function was seen to do, and nothing else", () => {
    expect(tableStatements(roleOf(name)).flatMap(accessIn).sort()).toEqual([...lines].sort());
  });

  it("makes no API key, and only adds to the audit", () => {
    expect(lines.filter((line) => /^(PutItem|UpdateItem) KEYS#/.test(line))).toEqual([]);
    // A new entry has the hash of the newest one, which is read for it.
    expect(lines.filter((line) => / AUDIT#/.test(line) && !/^(PutItem|Query) /.test(line))).toEqual([]);
    // Where the daily check has come to is kept apart from all that write entries.
    expect(lines.includes("PutItem AUDIT#") && lines.some((line) => line.endsWith(" AUDITED#"))).toBe(false);
  });
});

it("only two functions write console sessions, and the one that anybody may call makes none", () => {
  const writes = (name: string) =>
    (RECORDED[name] ?? []).filter((line) => /^(PutItem|UpdateItem) CONSOLE#/.test(line));
  const writers = FUNCTIONS.map(({ name }) => name).filter((name) => writes(name).length > 0);
  expect(writers.sort()).toEqual(["console-entry", "console-sessions"]);
  expect(writes("console-entry")).toEqual(["UpdateItem CONSOLE#"]);
});

it("what the console may not do has no right to look at its sessions", () => {
  const readers = FUNCTIONS.filter(({ name }) =>
    (RECORDED[name] ?? []).some((line) => line.includes("CONSOLE#")),
  );
  const others = readers.filter(({ operations = [] }) =>
    operations.every(({ console, tag }) => !console && tag.name !== "Console"),
  );
  expect(others.map(({ name }) => name)).toEqual([]);
  expect(RECORDED["get-console-page"]).toBeUndefined();
});

it("nobody may scan or delete, operators included", () => {
  const roles = resourcesOfType(template, "AWS::IAM::Role");
  const actions = new Set(roles.flatMap(tableStatements).flatMap(actionsOf));
  const known = ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"].map(
    (name) => `dynamodb:${name}`,
  );
  expect([...actions].filter((action) => !known.includes(action))).toEqual([]);
});

describe("the operator's role", () => {
  const role = resourcesOfType(template, "AWS::IAM::Role").find(
    ({ Properties }) => Properties.RoleName === "payments-prod-operator-eu-west-1",
  );

  it("is assumed under one's own name, by people of this account with a second factor or of its federation", () => {
    expect(role?.Properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Action: "sts:AssumeRole",
          Condition: {
            // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM fills in the caller's name.
            StringEquals: { "sts:RoleSessionName": "${aws:username}" },
            Bool: { "aws:MultiFactorAuthPresent": "true" },
          },
          Principal: { AWS: expect.anything() },
        },
        {
          Action: "sts:AssumeRole",
          Condition: {
            // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM fills in the person's name.
            StringEquals: { "sts:RoleSessionName": "${aws:PrincipalTag/UserName}" },
            ArnLike: { "aws:PrincipalArn": "arn:*:iam::*:role/aws-reserved/sso.amazonaws.com/*" },
          },
          Principal: { AWS: expect.anything() },
        },
      ],
    });
    expect(JSON.stringify(role?.Properties.AssumeRolePolicyDocument)).toContain(":root");
  });

  it("makes keys, and only adds to the audit", () => {
    const access = tableStatements(role).flatMap(accessIn);
    expect(access).toContain("PutItem KEYS#");
    expect(access.filter((line) => line.includes("AUDIT#")).sort()).toEqual([
      "PutItem AUDIT#",
      "Query AUDIT#",
    ]);
  });

  it("reaches every partition that a function does, to show, export and erase what is there", () => {
    const own = new Set(tableStatements(role).flatMap(accessIn));
    const partitions = Object.values(RECORDED)
      .flat()
      .flatMap((line) => /^(?:Get|Put|Update)Item ([A-Z]+#)$/.exec(line)?.[1] ?? [])
      .filter((prefix) => prefix !== "AUDIT#");
    expect(new Set(partitions).size).toBeGreaterThan(8);
    expect([...new Set(partitions)].filter((prefix) => !own.has(`GetItem ${prefix}`))).toEqual([]);
  });

  it("reads the three secrets, which it uses or checks, and no other", () => {
    const secrets = statementsIn(role?.Properties.Policies).filter((statement) =>
      actionsOf(statement).includes("secretsmanager:GetSecretValue"),
    );
    expect(secrets).toHaveLength(1);
    const known = ["processor", "webhook", "callback-key"].map((name) =>
      namedArn(`secretsmanager:${PLACE}:secret:payments/prod/${name}-??????`),
    );
    expect([secrets[0]?.Resource].flat()).toEqual(expect.arrayContaining(known));
    expect([secrets[0]?.Resource].flat()).toHaveLength(known.length);
  });
});
