import { Validations } from "aws-cdk-lib";
import { Rule } from "aws-cdk-lib/aws-events";
import { SnsTopic } from "aws-cdk-lib/aws-events-targets";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { Environment } from "./environments.ts";

/** Calls after which nothing that is stored can be read. A scheduled deletion takes seven days and can be canceled. */
const THREATS = ["DisableKey", "ScheduleKeyDeletion"];

/**
 * Tells a person at once that the key of all data is disabled or is to be deleted. On a topic of its own without that
 * key: the topic of the alarms is encrypted with it, and would be silent from that moment on. What is told is no secret.
 * Of every key in the account and region: this stack knows the key's alias alone, and calls name keys by their ids.
 */
export function addKeyWatch(scope: Construct, environment: Environment): void {
  const topic = new Topic(scope, "KeyAlarmTopic", {
    topicName: `payments-${environment.name}-key-alarms`,
    enforceSSL: true,
  });
  if (environment.alarmEmail) {
    const subscription = topic.addSubscription(new EmailSubscription(environment.alarmEmail));
    Validations.of(subscription).acknowledge({
      id: "Serverless-SNSRedrivePolicy",
      reason: "A mail that does not arrive is of no use in a queue.",
    });
  }
  const rule = new Rule(scope, "KeyThreatened", {
    ruleName: `payments-${environment.name}-key-threatened`,
    description: "A key is disabled or is to be deleted. More: infra/runbooks/data-key.md.",
    eventPattern: {
      source: ["aws.kms"],
      detailType: ["AWS API Call via CloudTrail"],
      detail: { eventName: THREATS },
    },
    targets: [new SnsTopic(topic)],
  });
  Validations.of(rule).acknowledge({
    id: "Serverless-EventBusDLQ",
    reason: "EventBridge tries for a day; a message that waits in a queue calls nobody.",
  });
}
