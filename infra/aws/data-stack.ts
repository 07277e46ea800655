import { Stack, Tags } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { addCopies } from "./copies.ts";
import { addDataKey } from "./data-key.ts";
import type { Environment } from "./environments.ts";
import { addLogGroups } from "./logs.ts";
import { tagsOf } from "./names.ts";
import { addPlatformEvents } from "./platform-events.ts";
import { addQueues } from "./queues.ts";
import { addSecrets } from "./secrets.ts";
import { addTable } from "./table.ts";

/** What must never be lost: the table, its key, secrets, queues and logs. Everything else can be made again from them. */
export class DataStack extends Stack {
  constructor(scope: Construct, environment: Environment) {
    const { name, account, region, keepsData } = environment;
    super(scope, `payments-${name}-data`, {
      env: { ...(account && { account }), ...(region && { region }) },
      description: `Payments service, ${name}: what is stored`,
      terminationProtection: keepsData,
    });
    for (const [tag, value] of Object.entries(tagsOf(environment))) Tags.of(this).add(tag, value);

    const key = addDataKey(this, environment);
    addSecrets(this, environment, key);
    addQueues(this, environment);
    addPlatformEvents(this, environment);
    addLogGroups(this, environment);
    addCopies(this, environment, key);
    if (environment.withoutTable) return;
    const others = this.node.children;
    // Last, so that nothing can fail after it: a first deploy that is taken back could not delete a protected table.
    addTable(this, environment, key).node.addDependency(...others);
  }
}
