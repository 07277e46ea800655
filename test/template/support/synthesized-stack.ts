import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type AppProps } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import cdkJson from "../../../cdk.json" with { type: "json" };
import type { Bundles } from "../../../infra/aws/bundle/bundle-functions.ts";
import { DataStack } from "../../../infra/aws/data-stack.ts";
import { ENVIRONMENT_NAMES, type Environment } from "../../../infra/aws/environments.ts";
import { PaymentsStack } from "../../../infra/aws/payments-stack.ts";
import { chooseEnvironment } from "../../../infra/aws/settings.ts";
import { FUNCTIONS } from "../../../infra/topology.ts";

const workspace = mkdtempSync(join(tmpdir(), "payments-template-"));

/** A template does not depend on what its functions contain, so nothing is bundled: an empty file each will do. */
function emptyBundles(): Bundles {
  return new Map(
    FUNCTIONS.map(({ name }) => {
      const directory = join(workspace, name);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, "index.cjs"), "");
      return [name, { directory, bytes: 0, packages: [] }];
    }),
  );
}

/** Feature flags change templates: the ones that are tested have those that the CDK's own command gives to the app. */
const { "@aws-cdk/core:validateAgainstDefaultRules": _, ...FLAGS } = cdkJson.context;

/** CDK checks every template against CloudFormation's rules, for two seconds; one test has that done: createStrictStacks. */
const UNCHECKED: AppProps = { context: FLAGS, builtinCloudFormationValidation: false };

export const createStackOf = (environment: Environment, props: AppProps = UNCHECKED): PaymentsStack =>
  new PaymentsStack(appOf(environment, props), { environment, bundles: emptyBundles() });

export const createDataStackOf = (environment: Environment, props: AppProps = UNCHECKED): DataStack =>
  new DataStack(appOf(environment, props), environment);

const appOf = ({ name }: Environment, props: AppProps): App =>
  new App({ outdir: join(workspace, "cdk.out", name), ...props });

/** What the command line would say where the environment needs it. */
const GIVEN: Record<string, object> = {
  dev: {},
  staging: { account: "111122223333", region: "eu-west-1", alarmEmail: "oncall@example.com" },
  prod: { account: "444455556666", region: "eu-west-1", alarmEmail: "oncall@example.com" },
};

export const environmentNamed = (name: string): Environment => {
  const context = new Map(Object.entries({ env: name, ...GIVEN[name] }));
  return chooseEnvironment((setting) => context.get(setting));
};

export const createDataStack = (environmentName: string): DataStack =>
  createDataStackOf(environmentNamed(environmentName));

/** As much of a stack as survives its synthesis. */
export type SynthesizedStack = { stackName: string; terminationProtection: boolean; template: object };

const synthesize = (stack: DataStack | PaymentsStack): SynthesizedStack => ({
  stackName: stack.stackName,
  terminationProtection: stack.terminationProtection ?? false,
  template: Template.fromStack(stack).toJSON(),
});

const RESTORED = { table: "payments-prod-restored" };

const COPIED = {
  copyVaults: [
    "arn:aws:backup:eu-central-1:444455556666:backup-vault:payments-prod-copies",
    "arn:aws:backup:eu-central-1:777788889999:backup-vault:payments-prod-copies",
  ],
};

const ADDED_TO_DATA = { warmWriteUnits: 10_000, ...RESTORED, ...COPIED };

/** For templates.ts. */
export function synthesizeAll() {
  const ofEach = (make: (environmentName: string) => DataStack | PaymentsStack) =>
    Object.fromEntries(ENVIRONMENT_NAMES.map((name) => [name, synthesize(make(name))]));
  const certificateArn = "arn:aws:acm:eu-west-1:444455556666:certificate/1234";
  const domain = { name: "pay.example.com", certificateArn, only: true };
  const added = {
    domain,
    table: "payments-prod-restored",
    atOnce: true,
    traces: true,
    ...COPIED,
  };
  return {
    service: ofEach((name) => createStackOf(environmentNamed(name))),
    data: ofEach(createDataStack),
    fullest: synthesize(createStackOf({ ...environmentNamed("prod"), ...added })),
    lettingGo: synthesize(
      createDataStackOf({ ...environmentNamed("prod"), ...RESTORED, withoutTable: true }),
    ),
    adopting: synthesize(
      createDataStackOf({ ...environmentNamed("prod"), ...RESTORED, tableIsAdopted: true }),
    ),
    fullestData: synthesize(createDataStackOf({ ...environmentNamed("prod"), ...ADDED_TO_DATA })),
  };
}

/** Stacks whose synthesis fails on what CloudFormation, given the template, would reject or advise against. */
export function createStrictStacks(environmentName: string): (DataStack | PaymentsStack)[] {
  const context = {
    ...FLAGS,
    "@aws-cdk/core:validateAgainstDefaultRules": true,
    "@aws-cdk/core:strictCfnValidateErrors": true,
  };
  const environment = environmentNamed(environmentName);
  return [createDataStackOf(environment, { context }), createStackOf(environment, { context })];
}
