import { describe, expect, it } from "vitest";
import { tableAccessOf } from "../../infra/ledger-access.ts";
import { FUNCTIONS, type FunctionSpec } from "../../infra/topology.ts";
import {
  actionsOf,
  allGrants,
  allResources,
  arnOf,
  canaryHookOf,
  functionNamed,
  namedArn,
  PLACE,
  queueArn,
  type Resource,
  resourcesOfType,
  roleIdOf,
  SHIFTED,
  type Statement,
  statementsIn,
} from "./support/resources.ts";
import { dataTemplateOf, fullestTemplate, templateOf } from "./support/templates.ts";

const template = templateOf("prod");

const deployRole = resourcesOfType(template, "AWS::IAM::Role").find(({ Properties }) =>
  JSON.stringify(Properties.AssumeRolePolicyDocument).includes("codedeploy.amazonaws.com"),
) as Resource;

/** Roles are the account's: the region keeps a second one apart. */
const OPERATOR_ROLE_NAME = "payments-prod-operator-eu-west-1";

const operatorRole = resourcesOfType(template, "AWS::IAM::Role").find(
  ({ Properties }) => Properties.RoleName === OPERATOR_ROLE_NAME,
) as Resource;

const TRACING = ["xray:PutTraceSegments", "xray:PutTelemetryRecords"];
const CONSUME = [
  "sqs:ReceiveMessage",
  "sqs:DeleteMessage",
  "sqs:GetQueueAttributes",
  "sqs:ChangeMessageVisibility",
];
const DECRYPT = ["kms:Decrypt", "kms:DescribeKey"];
const ENCRYPT = [
  "kms:Encrypt",
  "kms:ReEncryptFrom",
  "kms:ReEncryptTo",
  "kms:GenerateDataKey",
  "kms:GenerateDataKeyWithoutPlaintext",
];

const TABLE_KEY_ACTIONS = { none: [], read: DECRYPT, "read-write": [...DECRYPT, ...ENCRYPT] };

describe.each(FUNCTIONS)("the role of $name", (spec) => {
  const lambda = functionNamed(template, spec.name);
  const role = resourcesOfType(template, "AWS::IAM::Role").find(
    ({ logicalId }) => logicalId === roleIdOf(lambda),
  );
  const statements = statementsIn(role?.Properties.Policies);

  it("allows what the topology grants and nothing else", () => {
    const others = statements.filter((statement) => !isAboutTable(statement));
    expect(others.map(grant).sort()).toEqual(expectedGrants(spec).sort());
  });

  it("has no policy attached that is written elsewhere", () => {
    expect(role?.Properties).not.toHaveProperty("ManagedPolicyArns");
  });

  it("can be assumed by Lambda only", () => {
    const trust = role?.Properties.AssumeRolePolicyDocument;
    expect(trust).toMatchObject({ Statement: [{ Principal: { Service: "lambda.amazonaws.com" } }] });
  });
});

describe("the canary hook's role", () => {
  const role = resourcesOfType(template, "AWS::IAM::Role").find(
    ({ logicalId }) => logicalId === roleIdOf(canaryHookOf(template)),
  );

  it("allows to ask about these deployments, to judge them, and to invoke versions of these functions", () => {
    const statements = statementsIn(role?.Properties.Policies);
    expect(statements.map((statement) => actionsOf(statement).sort())).toEqual([
      ["logs:CreateLogStream", "logs:PutLogEvents"],
      ["codedeploy:GetApplicationRevision"],
      ["codedeploy:GetDeployment", "codedeploy:PutLifecycleEventHookExecutionStatus"],
      ["lambda:InvokeFunction"],
    ]);
    expect(statements.at(-1)?.Resource).toEqual(
      SHIFTED.toSorted().map((name) => ({ "Fn::Join": ["", [arnOf(functionNamed(template, name)), ":*"]] })),
    );
    expect(JSON.stringify(statements[2]?.Resource)).not.toContain("*");
  });
});

describe("all policies", () => {
  const schedulers = resourcesOfType(template, "AWS::IAM::Role").filter(({ Properties }) =>
    JSON.stringify(Properties.AssumeRolePolicyDocument).includes("scheduler.amazonaws.com"),
  );

  it("are the clock's only for schedules of this account", () => {
    expect(schedulers.map(({ Properties }) => Properties.AssumeRolePolicyDocument)).toMatchObject([
      {
        Statement: [{ Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } } }],
      },
    ]);
  });

  it("let the clock invoke what the topology schedules, and nothing else", () => {
    const [statement, ...others] = schedulers.flatMap(({ Properties }) => statementsIn(Properties.Policies));
    expect(others).toEqual([]);
    expect(statement && actionsOf(statement)).toEqual(["lambda:InvokeFunction"]);
    const invoked = JSON.stringify(statement?.Resource);
    for (const { name, schedule } of FUNCTIONS)
      expect(invoked.includes(`${name.replaceAll("-", "")}live`), name).toBe(schedule !== undefined);
  });

  it("are one role per function, one for the clock, one for CodeDeploy and one for people, with nothing added from the side", () => {
    const lambdas = [...FUNCTIONS.map(({ name }) => functionNamed(template, name)), canaryHookOf(template)];
    const roles = [...lambdas.map(roleIdOf), deployRole.logicalId];
    expect(new Set(roles).size).toBe(FUNCTIONS.length + 2);
    expect(
      resourcesOfType(template, "AWS::IAM::Role")
        .map(({ logicalId }) => logicalId)
        .sort(),
    ).toEqual([...roles, operatorRole.logicalId, ...schedulers.map(({ logicalId }) => logicalId)].sort());
    expect(allResources(template).filter(({ Type }) => /^AWS::IAM::(?!Role$)/.test(Type))).toEqual([]);
  });

  it("have no wildcard in an action, but for the key's own policy", () => {
    const grants = [template, dataTemplateOf("prod")].flatMap(allGrants);
    const wild = grants.filter(({ statement }) => actionsOf(statement).join().includes("*"));
    expect(wild.every(({ holder }) => holder.Type === "AWS::KMS::Key")).toBe(true);
  });

  it("have no wildcard for a resource, but for one key by its alias, one group's log streams, new versions and the stack by its name", () => {
    const wild = allGrants(template).filter(({ statement }) =>
      JSON.stringify(statement.Resource ?? "").includes("*"),
    );
    const unexpected = wild.filter(({ holder, statement }) => {
      // Which number a new version will have is not known before; the function's name is.
      const isNewVersion = holder.logicalId === roleIdOf(canaryHookOf(template));
      const isOneKey =
        statement.Resource === ANY_KEY &&
        JSON.stringify(statement.Condition).includes('"kms:ResourceAliases":"alias/payments-prod"');
      const isOneLogGroup = /:log-group:[^*]+:\*$/.test(String(statement.Resource));
      return !isNewVersion && !isOneKey && !isOneLogGroup && !isStack(statement);
    });
    expect(unexpected).toEqual([]);
  });
});

it("may trace where a deploy asks for it, by the five functions that move money", () => {
  const tracing = allGrants(fullestTemplate()).filter(({ statement }) =>
    actionsOf(statement).some((action) => action.startsWith("xray:")),
  );
  expect(tracing.map(({ statement }) => actionsOf(statement).sort())).toEqual(
    Array(5).fill([...TRACING].sort()),
  );
  const holders = FUNCTIONS.filter(({ traced }) => traced).map(({ name }) =>
    roleIdOf(functionNamed(fullestTemplate(), name)),
  );
  expect(tracing.map(({ holder }) => holder.logicalId).sort()).toEqual(holders.sort());
});

it("the operator's role finds the stack by its name, whatever CloudFormation makes of that", () => {
  // What it checks the right on: with the stack's id, and in some answers with a star in its place.
  const named = namedArn(`cloudformation:${PLACE}:stack/payments-prod/*`);
  expect(statementsIn(operatorRole.Properties.Policies).filter(isStack)).toMatchObject([{ Resource: named }]);
});

const isStack = (statement: Statement) =>
  actionsOf(statement).join() === "cloudformation:DescribeStacks" &&
  String(statement.Resource).endsWith(":stack/payments-prod/*");

const isAboutTable = (statement: Statement) =>
  actionsOf(statement).every((one) => one.startsWith("dynamodb:"));

/** A statement as one comparable line. CloudFormation writes a list of one without its brackets. */
const grant = (statement: Statement): string =>
  JSON.stringify([
    actionsOf(statement).sort(),
    [statement.Resource]
      .flat()
      .map((resource) => JSON.stringify(resource))
      .sort(),
    statement.Condition ?? null,
  ]);

function expectedGrants(spec: FunctionSpec): string[] {
  const logs = namedArn(`logs:${PLACE}:log-group:/aws/lambda/payments-prod-${spec.name}:*`);
  const secretArns = spec.secrets.map((name) =>
    // Six characters that Secrets Manager adds to every name.
    namedArn(`secretsmanager:${PLACE}:secret:payments/prod/${name}-??????`),
  );
  const usesSecrets = (action: string) => (secretArns.length > 0 ? [action] : []);
  const { sends = [], consumes } = spec;
  const statements: Statement[] = [
    { Action: ["logs:CreateLogStream", "logs:PutLogEvents"], Resource: logs },
    { Action: TABLE_KEY_ACTIONS[tableAccessOf(spec.name)], Resource: ANY_KEY, Condition: via("dynamodb") },
    { Action: usesSecrets("secretsmanager:GetSecretValue"), Resource: secretArns },
    { Action: usesSecrets("kms:Decrypt"), Resource: ANY_KEY, Condition: via("secretsmanager") },
    { Action: sends.length > 0 ? ["sqs:SendMessage"] : [], Resource: sends.map(queueArn) },
    { Action: consumes ? CONSUME : [], Resource: consumes ? queueArn(consumes.queue) : [] },
  ];
  return statements.filter(({ Action }) => Action.length > 0).map((statement) => grant({ ...statement }));
}

/** The key's id is not known to this stack, and rights cannot name it by its alias: the condition does. */
const ANY_KEY = namedArn(`kms:${PLACE}:key/*`);

const via = (service: string) => ({
  StringEquals: {
    "kms:ViaService": { "Fn::Join": ["", [`${service}.`, { Ref: "AWS::Region" }, ".amazonaws.com"]] },
  },
  "ForAnyValue:StringEquals": { "kms:ResourceAliases": "alias/payments-prod" },
});
