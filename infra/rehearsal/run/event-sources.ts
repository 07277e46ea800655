import type { SQSBatchResponse } from "aws-lambda";
import { Poller } from "../../local/poller.ts";
import { Scheduler } from "../../local/scheduler.ts";
import type { Judge } from "../front-door/judge.ts";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { DeployedStack } from "../template/deployed-stack.ts";
import { ACCOUNT } from "../template/identities.ts";
import type { DeployedFunctions } from "./deployed-functions.ts";

/** They receive and delete with the function's role. */
export const createPollers = (
  { mappings }: DeployedStack,
  functions: DeployedFunctions,
  frontDoorUrl: string,
): Poller[] =>
  mappings.map(({ queue, functionName, batchSize, maximumConcurrency, reportsFailures }) => {
    const spec = functions.find(functionName);
    if (!spec) throw new NotRehearsable(`${queue.name} is consumed by ${functionName}, which there is not.`);
    return new Poller(
      {
        queue: queue.name,
        url: frontDoorUrl,
        queueUrl: `${frontDoorUrl}/${ACCOUNT}/${queue.name}`,
        batchSize,
        maximumConcurrency,
        timeoutSeconds: spec.timeoutSeconds,
        credentials: { accessKeyId: spec.name, secretAccessKey: "rehearsal" },
        eventSourceArn: queue.arn,
      },
      async (event) => {
        const answer = (await functions.invoke(spec, event)) as SQSBatchResponse | null;
        return reportsFailures && answer ? answer : { batchItemFailures: [] };
      },
    );
  });

const SCHEDULER = "scheduler.amazonaws.com";
const MINUTE_MS = 60_000;

/** It invokes with the schedule's role. */
export const createSchedulers = (
  { schedules }: DeployedStack,
  functions: DeployedFunctions,
  judge: Judge,
): Scheduler[] =>
  schedules.map(({ name, everyMs, functionArn, role, input }) => {
    const spec = functions.find(functionArn);
    if (!spec) throw new NotRehearsable(`${name} invokes ${functionArn}, which there is not.`);
    if (!role.services.includes(SCHEDULER))
      throw new NotRehearsable(`${name} has a role that the scheduler may not take.`);
    const schedule = { everyMinutes: everyMs / MINUTE_MS };
    return new Scheduler({ name, schedule, timeoutSeconds: spec.timeoutSeconds }, async () => {
      const request = { action: "lambda:InvokeFunction", resource: functionArn, context: {} };
      if (judge.allows({ name, role }, request)) await functions.invoke(spec, input);
    });
  });
