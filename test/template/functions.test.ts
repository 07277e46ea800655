import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tableAccessOf } from "../../infra/ledger-access.ts";
import {
  FUNCTIONS,
  PAGE_VARIABLES,
  QUEUE_VARIABLES,
  type QueueName,
  SECRET_VARIABLES,
} from "../../infra/topology.ts";
import { MERCHANT_BUDGETS } from "../../shared/domain/access/merchant-budget.ts";
import {
  canaryHookOf,
  functionNamed,
  liveAliasOf,
  MONEY_MOVERS,
  PLACE,
  refTo,
  resourcesOfType,
  variablesOf,
} from "./support/resources.ts";
import { dataTemplateOf, fullestTemplate, templateOf } from "./support/templates.ts";

const template = templateOf("prod");

const RESERVED: Readonly<Record<string, number>> = Object.fromEntries(
  FUNCTIONS.flatMap(({ name }) => {
    const { ReservedConcurrentExecutions: reserved } = functionNamed(template, name).Properties;
    return reserved === undefined ? [] : [[name, Number(reserved)]];
  }),
);

/** They ask the processor, can wait, and do nothing else. */
const LOOKUPS = [
  "get-payment-details",
  "get-balance",
  "list-refunds",
  "customers",
  "saved-methods",
  "locations",
  "register-reader",
  "wallet-domains",
  "refresh-onboarding-status",
  "create-onboarding-link",
];

it("reserves executions for money, events and their workers, bounds what takes long, and leaves some to all others and to AWS", () => {
  const workers = ["webhook", "delivery", "sweep", "open-work", "reconciliation"];
  const slow = [...LOOKUPS, "readers", "get-statement", "payouts"];
  expect(Object.keys(RESERVED).toSorted()).toEqual(
    [...MONEY_MOVERS, "get-payment", ...workers, ...slow].toSorted(),
  );
  // A call to a processor that hangs takes 8 s: so many creates and webhooks a second stay alive.
  expect(RESERVED["create-payment"]).toBeGreaterThanOrEqual(30 * 8);
  expect(RESERVED.webhook).toBeGreaterThanOrEqual(25 * 8);
  for (const name of MONEY_MOVERS) expect(RESERVED[name]).toBeGreaterThanOrEqual(50);
  const sum = Object.values(RESERVED).reduce((total, one) => total + one, 0);
  expect(1000 - sum).toBeGreaterThan(105);
  // The page's sums are the settings'.
  const page = readFileSync("infra/runbooks/limits.md", "utf8");
  expect(page).toContain(`${sum} are reserved`);
  expect(page).toContain(`share the ${1000 - sum} that are not reserved`);
});

it("lets one merchant's lookups have at most a quarter of the processor's 25 requests a second, on all instances together", () => {
  const { refillMs } = MERCHANT_BUDGETS.processor;
  const asking = FUNCTIONS.filter(({ operations = [] }) =>
    operations.some(({ budget }) => budget === "processor"),
  );
  expect(asking.map(({ name }) => name).toSorted()).toEqual([...LOOKUPS, "readers"].toSorted());
  for (const name of LOOKUPS)
    expect((RESERVED[name] ?? Number.POSITIVE_INFINITY) * (1000 / refillMs)).toBeLessThanOrEqual(25 / 4);
  for (const { name, operations = [] } of FUNCTIONS.filter(({ name }) => LOOKUPS.includes(name)))
    expect(new Set(operations.map((operation) => operation.budget)), name).toEqual(new Set(["processor"]));
});

describe.each(FUNCTIONS)("the function $name", (spec) => {
  const lambda = functionNamed(template, spec.name);

  it("runs as the topology says, on arm64 and Node 24", () => {
    expect(lambda.Properties).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Handler: "index.handler",
      Timeout: spec.timeoutSeconds,
      MemorySize: spec.memoryMegabytes,
    });
  });

  it("is not traced, which costs for every trace, unless a deploy asks for it and it moves money", () => {
    expect(lambda.Properties.TracingConfig).toBeUndefined();
    const traced = functionNamed(fullestTemplate(), spec.name).Properties.TracingConfig;
    expect(traced).toEqual(MONEY_MOVERS.includes(spec.name) ? { Mode: "Active" } : undefined);
  });

  it("is used by its alias, which leads to a version that stays when the next one comes", () => {
    const { Properties } = liveAliasOf(template, spec.name);
    const version = resourcesOfType(template, "AWS::Lambda::Version").find(
      (one) => JSON.stringify(one.Properties.FunctionName) === JSON.stringify(refTo(lambda)),
    );
    expect(Properties).toMatchObject({
      Name: "live",
      FunctionVersion: { "Fn::GetAtt": [version?.logicalId, "Version"] },
    });
    // Except one that a failed deploy has just made: it would stand in the way of the next.
    expect(version?.DeletionPolicy).toBe("RetainExceptOnCreate");
    expect(version?.UpdateReplacePolicy).toBe("Retain");
  });

  it("has executions for all messages that its queue hands out, and for the request that asks a new version", () => {
    if (spec.consumes) expect(RESERVED[spec.name]).toBeGreaterThan(spec.consumes.maximumConcurrency);
  });

  it("logs to a group of its own, and of Lambda's own lines only failures", () => {
    const name = `/aws/lambda/payments-prod-${spec.name}`;
    expect(lambda.Properties.LoggingConfig).toEqual({
      LogGroup: name,
      LogFormat: "JSON",
      SystemLogLevel: "WARN",
      // A metric's line has no level: above this one it would be dropped, and the alarms with it.
      ApplicationLogLevel: "INFO",
    });
    dataTemplateOf("prod").hasResourceProperties("AWS::Logs::LogGroup", { LogGroupName: name });
  });

  it("knows what it needs and no more", () => {
    expect(variablesOf(lambda)).toEqual({
      ENVIRONMENT: "prod",
      LOG_LEVEL: "INFO",
      ...(tableAccessOf(spec.name) !== "none" && { TABLE_NAME: "payments-prod" }),
      ...(spec.page && { [PAGE_VARIABLES[spec.page]]: `/var/task/${spec.page}-page.json` }),
      ...(spec.typedAmounts && { CONSOLE_TYPED_ABOVE: '{"usd":50000,"eur":50000,"gbp":50000}' }),
      ...(spec.accounts && { ACCOUNTS_API: "v2", ACCOUNTS_CONTACT_EMAIL: "oncall@example.com" }),
      ...(spec.fees && { DEFAULT_FEE_POLICY: expect.stringMatching(/^\{"bps":\d+,/) }),
      ...Object.fromEntries(spec.secrets.map((name) => [SECRET_VARIABLES[name], `payments/prod/${name}`])),
      ...Object.fromEntries(
        [...(spec.sends ?? []), ...(spec.consumes ? [spec.consumes.queue] : [])].map((name) => [
          QUEUE_VARIABLES[name],
          queueUrl(name),
        ]),
      ),
    });
  });
});

const [REGION, ACCOUNT] = PLACE.split(":");

const queueUrl = (name: QueueName) => ({
  "Fn::Join": [
    "",
    [`https://sqs.${REGION}.`, { Ref: "AWS::URLSuffix" }, `/${ACCOUNT}/payments-prod-${name}`],
  ],
});

/** They loosen what protects merchants' networks and the money; only the local stack may set them. */
describe.each(["dev", "staging", "prod"])("no function of %s", (name) => {
  it.each(["CALLBACK_ALLOW_LOOPBACK", "PROCESSOR_BASE_URL"])("has %s", (variable) => {
    const lambdas = FUNCTIONS.map((spec) => functionNamed(templateOf(name), spec.name));
    expect(lambdas.filter((lambda) => variable in variablesOf(lambda))).toEqual([]);
    expect(JSON.stringify(templateOf(name).toJSON())).not.toContain(variable);
  });
});

it("has no function beside those of the topology and the canary's hook", () => {
  template.resourceCountIs("AWS::Lambda::Function", FUNCTIONS.length + 1);
  const { FunctionName, TracingConfig } = canaryHookOf(template).Properties;
  expect({ FunctionName, TracingConfig }).toEqual({ FunctionName: "CodeDeployHook_payments-prod" });
});

describe.each([
  ["dev", 7],
  ["staging", 30],
  ["prod", 400],
])("the logs of %s", (name, days) => {
  it(`last ${days} days`, () => {
    const groups = resourcesOfType(dataTemplateOf(name), "AWS::Logs::LogGroup");
    expect(groups).toHaveLength(FUNCTIONS.length + 2);
    for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(days);
  });
});
