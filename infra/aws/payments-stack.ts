import { Stack, Tags } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { FUNCTIONS } from "../topology.ts";
import { addAlarmTopic } from "./alarm-topic.ts";
import { addAlarms } from "./alarms.ts";
import { addApi } from "./api.ts";
import type { Bundles } from "./bundle/bundle-functions.ts";
import { addCanaries } from "./canary.ts";
import { addConsumers } from "./consumers.ts";
import { addDashboard } from "./dashboard.ts";
import { addDataKey } from "./data-key.ts";
import type { Environment } from "./environments.ts";
import { addFunctions } from "./functions.ts";
import { addOperatorRole } from "./operator-role.ts";
import { addOutputs } from "./outputs.ts";
import { addQueues } from "./queues.ts";
import { addSchedules } from "./schedules.ts";
import { addSecrets } from "./secrets.ts";
import { addTable } from "./table.ts";

export type PaymentsStackProps = { environment: Environment; bundles: Bundles };

/** The topology on AWS: everything that one environment consists of. */
export class PaymentsStack extends Stack {
  constructor(scope: Construct, { environment, bundles }: PaymentsStackProps) {
    const { account, region } = environment;
    super(scope, `payments-${environment.name}`, {
      env: { ...(account && { account }), ...(region && { region }) },
      description: `Payments service, ${environment.name}`,
      terminationProtection: environment.keepsData,
    });
    Tags.of(this).add("service", "payments");
    Tags.of(this).add("environment", environment.name);

    const key = addDataKey(this, environment);
    const table = addTable(this, environment, key);
    const secrets = addSecrets(this, environment, key);
    const queues = addQueues(this, environment);
    const resources = { environment, bundles, key, table, secrets, queues };
    const functions = addFunctions(this, FUNCTIONS, resources);
    addConsumers(this, functions, queues);
    addSchedules(this, functions);
    const api = addApi(this, environment, functions);
    const topic = addAlarmTopic(this, environment, key);
    const watched = { environment, queues, functions, api: api.httpApi, table };
    const alarms = [
      ...addAlarms(this, topic, watched),
      ...addCanaries(this, { environment, functions, topic }),
    ];
    addDashboard(this, watched, alarms);

    const operator = addOperatorRole(this, environment, resources);
    addOutputs(this, { api, table, topic, secrets, queues, operator });
  }
}
