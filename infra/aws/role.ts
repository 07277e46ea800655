import { Stack, Validations } from "aws-cdk-lib";
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

export type Acknowledged = { id: string; reason: string };

const TRACING =
  "Tracing: X-Ray's write actions take no resource. test/template/roles.test.ts allows nothing else.";

const STAR_OF_TRACING: readonly Acknowledged[] = [
  { id: "AwsSolutions-IAM5[Resource::*]", reason: TRACING },
  { id: "Serverless-LambdaStarPermissions", reason: TRACING },
];

/** A role of a function's own. It comes back sealed: whatever CDK would like to add to it on the way is dropped. */
export function addRole(
  scope: Construct,
  id: string,
  statements: PolicyStatement[],
  acknowledged: readonly Acknowledged[] = [],
) {
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    inlinePolicies: { access: new PolicyDocument({ statements }) },
  });
  acknowledgeNamed(role, statements);
  const isTraced = statements.some(({ resources }) => resources.includes("*"));
  Validations.of(role).acknowledge(...(isTraced ? STAR_OF_TRACING : []), ...acknowledged);
  return role.withoutPolicyUpdates();
}

/** Wildcards that stand for one thing whose whole name is not known here. */
const NAMED: readonly { ends: RegExp; reason: string }[] = [
  {
    ends: /:key\/\*$/,
    reason: "Rights cannot name a key by its alias; a condition on the alias chooses one.",
  },
  { ends: /:log-group:[^*]+:\*$/, reason: "The streams of one log group." },
  { ends: /:stack\/payments-[a-z]+\/\*$/, reason: "One stack: behind its name comes an id." },
];

export function acknowledgeNamed(role: Role, statements: readonly PolicyStatement[]): void {
  const resources = statements.flatMap((statement) => statement.resources);
  for (const text of new Set(resources.map((resource) => textOf(Stack.of(role).resolve(resource)))))
    for (const { ends, reason } of NAMED)
      if (ends.test(text))
        Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${text}]`, reason });
}

/** An ARN as cdk-nag writes it: what only AWS knows in angle brackets. */
function textOf(resolved: unknown): string {
  if (typeof resolved === "string") return resolved;
  const { Ref, "Fn::Join": join } = resolved as { Ref?: string; "Fn::Join"?: [string, unknown[]] };
  return join ? join[1].map(textOf).join(join[0]) : `<${Ref}>`;
}
