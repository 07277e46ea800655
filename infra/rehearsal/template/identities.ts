import { createHash } from "node:crypto";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { Resource } from "./resource.ts";

/** An account that does not exist. */
export const ACCOUNT = "000000000000";
export const REGION = "us-east-1";

export const PSEUDO_PARAMETERS: Record<string, (stack: string) => string> = {
  "AWS::AccountId": () => ACCOUNT,
  "AWS::Region": () => REGION,
  "AWS::Partition": () => "aws",
  "AWS::URLSuffix": () => "amazonaws.com",
  "AWS::StackName": (stack) => stack,
  "AWS::StackId": (stack) =>
    `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stack}/${inventedId(stack)}`,
};

/** The same at every start. */
const inventedId = (seed: string, length = 10): string =>
  createHash("sha256").update(seed).digest("hex").slice(0, length);

const arn = (service: string, rest: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;

type Given = { resource: Resource; text: (property: string) => string };

type Identity = { ref: (given: Given) => string; attributes: Record<string, (given: Given) => string> };

const idOf = ({ resource }: Given): string => inventedId(`${resource.stack}/${resource.logicalId}`);

const functionArn = ({ text }: Given): string => arn("lambda", `function:${text("FunctionName")}`);

/** An alias and a version name their function by its name, or by its ARN. */
const qualified = (given: Given, qualifier: string): string =>
  `${functionArnOf(given.text("FunctionName"))}:${qualifier}`;

const functionArnOf = (name: string): string =>
  name.startsWith("arn:") ? name : arn("lambda", `function:${name}`);

const VERSION = "1";

const roleName = (given: Given): string =>
  given.text("RoleName") || `${given.resource.logicalId}-${idOf(given)}`;

const queueUrlOf = (name: string): string => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${name}`;

const named = (service: string, property: string, kind = ""): Identity => ({
  ref: ({ text }) => text(property),
  attributes: { Arn: ({ text }) => arn(service, `${kind}${text(property)}`) },
});

const IDENTITIES: Record<string, Identity> = {
  "AWS::Lambda::Function": { ref: ({ text }) => text("FunctionName"), attributes: { Arn: functionArn } },
  "AWS::Lambda::Version": {
    ref: (given) => qualified(given, VERSION),
    attributes: { Version: () => VERSION },
  },
  "AWS::Lambda::Alias": { ref: (given) => qualified(given, given.text("Name")), attributes: {} },
  "AWS::DynamoDB::Table": named("dynamodb", "TableName", "table/"),
  "AWS::SQS::Queue": {
    ref: ({ text }) => queueUrlOf(text("QueueName")),
    attributes: {
      Arn: ({ text }) => arn("sqs", text("QueueName")),
      QueueName: ({ text }) => text("QueueName"),
    },
  },
  "AWS::SecretsManager::Secret": {
    // AWS adds six characters to the name.
    ref: (given) => arn("secretsmanager", `secret:${given.text("Name")}-${idOf(given).slice(0, 6)}`),
    attributes: {},
  },
  "AWS::KMS::Key": { ref: idOf, attributes: { Arn: (given) => arn("kms", `key/${idOf(given)}`) } },
  "AWS::KMS::Alias": named("kms", "AliasName"),
  "AWS::IAM::Role": {
    ref: roleName,
    attributes: { Arn: (given) => `arn:aws:iam::${ACCOUNT}:role/${roleName(given)}` },
  },
  "AWS::Logs::LogGroup": {
    ref: ({ text }) => text("LogGroupName"),
    attributes: { Arn: ({ text }) => arn("logs", `log-group:${text("LogGroupName")}:*`) },
  },
  "AWS::ApiGatewayV2::Api": {
    ref: idOf,
    attributes: { ApiEndpoint: (given) => `https://${idOf(given)}.execute-api.${REGION}.amazonaws.com` },
  },
  "AWS::ApiGatewayV2::Stage": { ref: ({ text }) => text("StageName"), attributes: {} },
  "AWS::CodeDeploy::Application": { ref: ({ text }) => text("ApplicationName"), attributes: {} },
  "AWS::CodeDeploy::DeploymentGroup": { ref: ({ text }) => text("DeploymentGroupName"), attributes: {} },
  "AWS::SNS::Topic": {
    ref: ({ text }) => arn("sns", text("TopicName")),
    attributes: { TopicName: ({ text }) => text("TopicName") },
  },
};

export const referenceTo = (resource: Resource, read: (property: string) => unknown): string =>
  identityOf(resource).ref({ resource, text: textOf(read) });

export function attributeOf(
  resource: Resource,
  attribute: string,
  read: (property: string) => unknown,
): string {
  const of = identityOf(resource).attributes[attribute];
  if (of) return of({ resource, text: textOf(read) });
  throw new NotRehearsable(`${resource.stack}/${resource.logicalId}: its ${attribute} cannot be rehearsed.`);
}

const textOf =
  (read: (property: string) => unknown) =>
  (property: string): string =>
    String(read(property) ?? "");

function identityOf({ stack, logicalId, type }: Resource): Identity {
  const identity = IDENTITIES[type];
  if (identity) return identity;
  throw new NotRehearsable(`${stack}/${logicalId}: a reference to ${type} cannot be rehearsed.`);
}
