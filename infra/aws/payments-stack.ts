import { Stack, Tags, Validations } from "aws-cdk-lib";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { FUNCTIONS } from "../topology.ts";
import { addAlarmTopics } from "./alarm-topic.ts";
import { addAlarms } from "./alarms.ts";
import { addApi } from "./api.ts";
import type { Bundles } from "./bundle/bundle-functions.ts";
import { addCanaries } from "./canary.ts";
import { addDashboard } from "./dashboard.ts";
import { dataByName, type Queues } from "./data-by-name.ts";
import type { Environment } from "./environments.ts";
import { addFunctions, type DeployedFunction } from "./functions.ts";
import { addKeyWatch } from "./key-watch.ts";
import { tagsOf } from "./names.ts";
import { addOperatorRole } from "./operator-role.ts";
import { addOutputs } from "./outputs.ts";
import { addSchedules } from "./schedules.ts";

export type PaymentsStackProps = { environment: Environment; bundles: Bundles };

/** The topology on AWS: everything of one environment that can be made again. What it stores lies in the data's stack. */
export class PaymentsStack extends Stack {
  constructor(scope: Construct, { environment, bundles }: PaymentsStackProps) {
    const { account, region } = environment;
    super(scope, `payments-${environment.name}`, {
      env: { ...(account && { account }), ...(region && { region }) },
      description: `Payments service, ${environment.name}`,
      // Not before it has come to its end once: what is left of a failed first deploy must be deleted.
      terminationProtection: environment.keepsData && (environment.isDeployed ?? false),
    });
    // The API has its tags in its document, and must not have them twice.
    const excludeResourceTypes = ["AWS::ApiGatewayV2::Api"];
    for (const [tag, value] of Object.entries(tagsOf(environment)))
      Tags.of(this).add(tag, value, { excludeResourceTypes });

    const data = dataByName(this, environment);
    const functions = addFunctions(this, FUNCTIONS, { environment, bundles, ...data });
    addConsumers(this, functions, data.queues);
    addSchedules(this, functions);
    const api = addApi(this, environment, functions);
    const topics = addAlarmTopics(this, environment, data.key.key);
    addKeyWatch(this, environment);
    const { queues, platform, table } = data;
    const watched = { environment, functions, api: api.httpApi, queues, platform, table };
    const alarms = [
      ...addAlarms(this, topics, watched),
      ...addCanaries(this, { environment, functions, topics }),
    ];
    addDashboard(this, watched, alarms);

    const operator = addOperatorRole(this, environment, data);
    addOutputs(this, environment, { api, topic: topics.wake, operator, data });
  }
}

/** Connects functions to the queues that they consume. No batching window: a lone event is delivered at once. */
function addConsumers(scope: Construct, functions: readonly DeployedFunction[], queues: Queues): void {
  for (const { spec, live } of functions) {
    if (!spec.consumes) continue;
    const { queue, batchSize, maximumConcurrency } = spec.consumes;
    const mapping = new EventSourceMapping(scope, `${spec.name}-from-${queue}`, {
      target: live,
      eventSourceArn: queues[queue].queueArn,
      batchSize,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    });
    Validations.of(mapping).acknowledge({
      id: "Serverless-LambdaEventSourceMappingDestination",
      reason: "For streams. A queue keeps what was not done, and redrives it to the dead letters.",
    });
  }
}
