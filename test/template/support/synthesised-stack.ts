import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type AppProps } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { afterAll } from "vitest";
import type { Bundles } from "../../../infra/aws/bundle.ts";
import { findEnvironment } from "../../../infra/aws/environments.ts";
import { PaymentsStack } from "../../../infra/aws/payments-stack.ts";
import { FUNCTIONS } from "../../../infra/topology.ts";

const workspace = mkdtempSync(join(tmpdir(), "payments-template-"));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** A template does not depend on what its functions contain, so nothing is bundled: an empty file each will do. */
function emptyBundles(): Bundles {
  return new Map(
    FUNCTIONS.map(({ name }) => {
      const directory = join(workspace, name);
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, "index.mjs"), "");
      return [name, { directory, bytes: 0, packages: [] }];
    }),
  );
}

/** CDK checks every template against CloudFormation's rules, for two seconds; one test has that done: synthesiseStrictly. */
export function createStack(
  environmentName: string,
  props: AppProps = { builtinCloudFormationValidation: false },
) {
  const app = new App({ outdir: join(workspace, "cdk.out", environmentName), ...props });
  return new PaymentsStack(app, { environment: findEnvironment(environmentName), bundles: emptyBundles() });
}

const templates = new Map<string, Template>();

export function templateOf(environmentName: string): Template {
  const template = templates.get(environmentName) ?? Template.fromStack(createStack(environmentName));
  templates.set(environmentName, template);
  return template;
}

/** Fails on what CloudFormation, given the template, would refuse or advise against. */
export function synthesiseStrictly(environmentName: string): void {
  const context = {
    "@aws-cdk/core:validateAgainstDefaultRules": true,
    "@aws-cdk/core:strictCfnValidateErrors": true,
  };
  Template.fromStack(createStack(environmentName, { context }));
}
