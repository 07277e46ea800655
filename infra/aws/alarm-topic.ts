import { Aws, Validations } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { AlarmTopics } from "./alarms.ts";
import type { Environment } from "./environments.ts";

/** Two, because an outage and a reused code must not look alike. Without an address for tickets both mail the same one. */
export const addAlarmTopics = (scope: Construct, environment: Environment, key: IKey): AlarmTopics => ({
  wake: addTopic(
    scope,
    { id: "AlarmTopic", name: "alarms", email: environment.alarmEmail },
    environment,
    key,
  ),
  ticket: addTopic(
    scope,
    { id: "TicketTopic", name: "tickets", email: environment.ticketEmail ?? environment.alarmEmail },
    environment,
    key,
  ),
});

function addTopic(
  scope: Construct,
  { id, name, email }: { id: string; name: string; email: string | undefined },
  environment: Environment,
  key: IKey,
): Topic {
  const topic = new Topic(scope, id, {
    topicName: `payments-${environment.name}-${name}`,
    masterKey: key,
    enforceSSL: true,
  });
  // A policy of one's own replaces the one that lets the account publish, and SNS's own key lets no alarm in: alarms may
  // publish by this statement, and use the key by one in the key's own policy (data-stack.ts).
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  );
  if (email) {
    const subscription = topic.addSubscription(new EmailSubscription(email));
    Validations.of(subscription).acknowledge({
      id: "Serverless-SNSRedrivePolicy",
      reason: "A mail that does not arrive is of no use in a queue; the alarm itself stays visible.",
    });
  }
  return topic;
}
