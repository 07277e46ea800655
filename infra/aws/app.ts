import { App } from "aws-cdk-lib";
import { FUNCTIONS } from "../topology.ts";
import { bundleFunctions } from "./bundle/bundle-functions.ts";
import { DataStack } from "./data-stack.ts";
import { PaymentsStack } from "./payments-stack.ts";
import { chooseEnvironment } from "./settings.ts";

const app = new App();

try {
  // Before bundling: a mistyped environment should not cost a second.
  const environment = chooseEnvironment((name) => app.node.tryGetContext(name));
  const bundles = await bundleFunctions(FUNCTIONS, `${app.outdir}/bundles`);
  const data = new DataStack(app, environment);
  // The order of deploys; no value passes from one to the other.
  new PaymentsStack(app, { environment, bundles }).addStackDependency(
    data,
    "what the service's functions use",
  );
  app.synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
