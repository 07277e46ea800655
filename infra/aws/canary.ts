import { Duration, Validations } from "aws-cdk-lib";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { unexpectedErrorsOf } from "./alarm-metrics.ts";
import { type AlarmTopics, addAlarm } from "./alarms.ts";
import { addHookFunction } from "./canary-hook.ts";
import type { Environment } from "./environments.ts";
import type { DeployedFunction } from "./functions.ts";

/** Where a bad release costs money, or events. Everything else changes over at once. */
export const CRITICAL_FUNCTIONS = [
  "create-payment",
  "charge-payment",
  "capture-payment",
  "refund-payment",
  "cancel-payment",
  "webhook",
  "delivery",
];

/** One may be a coincidence. At 0.4 requests a second the canary sees about 24 of them in its ten minutes. */
const TOLERATED_ERRORS = 2;

type Shifting = { environment: Environment; functions: readonly DeployedFunction[]; topics: AlarmTopics };

/** New versions get one call in ten for ten minutes, and are taken back if they meet what they do not expect. */
export function addCanaries(scope: Construct, { environment, functions, topics }: Shifting): Alarm[] {
  const shifted = functions.filter(({ spec }) => CRITICAL_FUNCTIONS.includes(spec.name));
  const application = new LambdaApplication(scope, "canary", {
    applicationName: `payments-${environment.name}`,
  });
  const role = addDeployRole(scope);
  const groups = shifted.map(({ spec, lambda, live }) => ({
    group: new LambdaDeploymentGroup(scope, `${spec.name}-canary`, {
      application,
      deploymentGroupName: `payments-${environment.name}-${spec.name}`,
      ...changeOver(environment),
      alias: live,
      role,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    }),
    alarm: addAlarm(
      scope,
      {
        name: `canary-${spec.name}`,
        page: "canary",
        wakes: true,
        metric: unexpectedErrorsOf(environment, lambda, Duration.minutes(10)),
        threshold: TOLERATED_ERRORS,
        whatToDo:
          `The newest version of ${spec.name} had unexpected errors. If it was just being deployed, it was ` +
          "rolled back, and nothing needs repair. If not, read its log and go back to the previous release " +
          "with -c atOnce=true (deploying.md, Going back).",
      },
      { topics, environment },
    ),
  }));
  const hook = addHookFunction(scope, {
    environment,
    application,
    groupArns: groups.map(({ group }) => group.deploymentGroupArn),
    targets: shifted.map(({ lambda }) => lambda),
  });
  for (const { group, alarm } of groups) {
    group.addAlarm(alarm);
    group.addPreHook(hook);
  }
  return groups.map(({ alarm }) => alarm);
}

/**
 * An alarm about the version that is to go would stop the deploy of the good one. The pre-traffic question is asked
 * anyway.
 */
const changeOver = ({ atOnce = false }: Environment) => ({
  deploymentConfig: atOnce
    ? LambdaDeploymentConfig.ALL_AT_ONCE
    : LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  ignoreAlarmConfiguration: atOnce,
});

/** Sealed, so that CDK adds no policy per group: what CodeDeploy needs is in the one that AWS wrote for it. */
function addDeployRole(scope: Construct) {
  const role = new Role(scope, "canary-role", {
    assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName("service-role/AWSCodeDeployRoleForLambdaLimited"),
    ],
  });
  Validations.of(role).acknowledge({
    id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]",
    reason: "The policy that AWS keeps for CodeDeploy and Lambda; only CodeDeploy can assume the role.",
  });
  return role.withoutPolicyUpdates();
}
