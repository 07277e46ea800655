import type { Template } from "aws-cdk-lib/assertions";

export type Statement = {
  Effect?: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
};

/** A buyer or a seller's clerk waits for them, and for what the processor makes of them. */
export const MONEY_MOVERS = ["create", "charge", "capture", "refund", "cancel"].map(
  (name) => `${name}-payment`,
);

/** Functions whose new versions get their calls in steps. */
export const SHIFTED = [...MONEY_MOVERS, "webhook", "delivery"];

/** As much of a resource as these tests look at. */
export type Resource = {
  logicalId: string;
  Type: string;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  UpdatePolicy?: unknown;
  DependsOn?: string[];
  Properties: Record<string, unknown>;
};

export const allResources = (template: Template): Resource[] =>
  Object.entries(
    (template.toJSON() as { Resources: Record<string, Omit<Resource, "logicalId">> }).Resources,
  ).map(([logicalId, resource]) => ({ ...resource, logicalId }));

export const resourcesOfType = (template: Template, type: string): Resource[] =>
  allResources(template).filter(({ Type }) => Type === type);

export function onlyResource(template: Template, type: string): Resource {
  const [resource, ...others] = resourcesOfType(template, type);
  if (!resource || others.length > 0)
    throw new Error(`Expected one ${type}, found ${others.length + (resource ? 1 : 0)}`);
  return resource;
}

export function functionNamed(template: Template, name: string): Resource {
  const found = resourcesOfType(template, "AWS::Lambda::Function").filter(({ Properties }) =>
    String(Properties.FunctionName).endsWith(`-${name}`),
  );
  if (found.length !== 1 || !found[0])
    throw new Error(`Expected one function ${name}, found ${found.length}`);
  return found[0];
}

/** What CodeDeploy runs before a new version gets traffic: the one function that is not the topology's. */
export function canaryHookOf(template: Template): Resource {
  const found = resourcesOfType(template, "AWS::Lambda::Function").find(({ Properties }) =>
    String(Properties.FunctionName).startsWith("CodeDeployHook_"),
  );
  if (!found) throw new Error("There is no canary hook");
  return found;
}

/** The alias that routes and queues lead to. */
export function liveAliasOf(template: Template, name: string): Resource {
  const lambda = functionNamed(template, name);
  const found = resourcesOfType(template, "AWS::Lambda::Alias").filter(
    ({ Properties }) => JSON.stringify(Properties.FunctionName) === JSON.stringify(refTo(lambda)),
  );
  if (found.length !== 1 || !found[0])
    throw new Error(`Expected one alias of ${name}, found ${found.length}`);
  return found[0];
}

export function secretNamed(template: Template, name: string): Resource {
  const secrets = resourcesOfType(template, "AWS::SecretsManager::Secret");
  const found = secrets.find(({ Properties }) => String(Properties.Name).endsWith(`/${name}`));
  if (!found) throw new Error(`There is no secret ${name}`);
  return found;
}

export function queueNamed(template: Template, name: string): Resource {
  const queues = resourcesOfType(template, "AWS::SQS::Queue");
  const found = queues.find(({ Properties }) => String(Properties.QueueName).endsWith(`-${name}`));
  if (!found) throw new Error(`There is no queue ${name}`);
  return found;
}

export type WatchedMetric = {
  Namespace?: string;
  MetricName?: string;
  Dimensions?: { Name: string; Value: unknown }[];
};

/** What the alarms of a template watch: an expression several metrics. */
export const watchedMetrics = (template: Template): WatchedMetric[] =>
  resourcesOfType(template, "AWS::CloudWatch::Alarm").flatMap(({ Properties: { Metrics, ...alarm } }) =>
    Metrics
      ? (Metrics as { MetricStat?: { Metric: WatchedMetric } }[]).flatMap(
          ({ MetricStat }) => MetricStat?.Metric ?? [],
        )
      : [alarm],
  );

/** The function's environment, values as the template has them: text, or a reference. */
export const variablesOf = (lambda: Resource): Record<string, unknown> =>
  (lambda.Properties.Environment as { Variables: Record<string, unknown> }).Variables;

export const roleIdOf = (lambda: Resource): string =>
  (lambda.Properties.Role as { "Fn::GetAtt": [string, string] })["Fn::GetAtt"][0];

export const arnOf = (resource: Resource) => ({ "Fn::GetAtt": [resource.logicalId, "Arn"] });

export const refTo = (resource: Resource) => ({ Ref: resource.logicalId });

/** Production's account and region, in which the tests synthesize it. */
export const PLACE = "eu-west-1:444455556666";

/** How the service's stack names what it does not hold: by an ARN that is written out. */
export const namedArn = (rest: string): string => `arn:aws:${rest}`;

export const queueArn = (name: string) => namedArn(`sqs:${PLACE}:payments-prod-${name}`);

export const actionsOf = ({ Action }: Statement): string[] => [Action].flat();

/** Every statement of a template that gives a right, wherever it is, with the resource that holds it. */
export const allGrants = (template: Template) =>
  allStatements(template).filter(({ statement }) => statement.Effect === "Allow");

/** Every policy statement of a template, wherever it is, with the resource that holds it. */
function allStatements(template: Template): { holder: Resource; statement: Statement }[] {
  return allResources(template).flatMap((holder) =>
    statementsIn(holder.Properties).map((statement) => ({ holder, statement })),
  );
}

export function statementsIn(value: unknown): Statement[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "Statement" in value ? (value.Statement as Statement[]) : [];
  return [...own, ...Object.values(value).flatMap(statementsIn)];
}
