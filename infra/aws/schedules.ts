import { Aws, Duration, Validations } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import type { Construct } from "constructs";
import type { ScheduleSpec } from "../topology.ts";
import type { DeployedFunction } from "./functions.ts";

/**
 * The topology's clocks. No retries, neither of the scheduler, which only hands an event to Lambda's own queue, nor of
 * that queue: the next run repeats what one has left. The sweep and the pull of missed events go on from where the ledger
 * says that they are, and statements are asked for three days long.
 */
export function addSchedules(scope: Construct, functions: readonly DeployedFunction[]): void {
  const timed = functions.flatMap(({ spec: { name, schedule }, live }) =>
    schedule ? [{ name, live, schedule }] : [],
  );
  const role = addSchedulerRole(
    scope,
    timed.map(({ live }) => live.functionArn),
  );
  for (const { name, live, schedule } of timed) {
    const { expression, description } = timeOf(schedule);
    live.configureAsyncInvoke(ONCE);
    Validations.of(live).acknowledge({
      id: "Serverless-LambdaAsyncFailureDestination",
      reason:
        "The next run repeats what one has left; an alarm counts failures, and another one runs that are missing.",
    });
    new Schedule(scope, `${name}-schedule`, {
      schedule: expression,
      target: new LambdaInvoke(live, { role, ...ONCE }),
      description: `Invokes ${name} ${description}.`,
    });
  }
}

/** One attempt, while it is still its minute. */
const ONCE = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };

const timeOf = (schedule: ScheduleSpec) =>
  "everyMinutes" in schedule
    ? {
        expression: ScheduleExpression.rate(Duration.minutes(schedule.everyMinutes)),
        description: `every ${schedule.everyMinutes} min`,
      }
    : {
        expression: ScheduleExpression.cron({
          minute: String(schedule.minute),
          hour: String(schedule.dailyAtHour),
        }),
        description: `daily ${schedule.minute} min after ${schedule.dailyAtHour} UTC`,
      };

/** May invoke these functions and nothing else. Sealed: CDK would allow it every version of them as well. */
const addSchedulerRole = (scope: Construct, functionArns: string[]) =>
  new Role(scope, "schedules-role", {
    // Schedules of other accounts cannot borrow it.
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
    inlinePolicies: {
      access: new PolicyDocument({
        statements: [new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: functionArns })],
      }),
    },
  }).withoutPolicyUpdates();
