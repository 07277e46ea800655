import { Validations } from "aws-cdk-lib";
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

/** A rule of cdk-nag that is broken on purpose. */
export type Acknowledged = { id: string; reason: string };

const TRACING =
  "Tracing: X-Ray's write actions take no resource. test/template/roles.test.ts allows nothing else.";

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
  Validations.of(role).acknowledge(
    { id: "AwsSolutions-IAM5[Resource::*]", reason: TRACING },
    { id: "Serverless-LambdaStarPermissions", reason: TRACING },
    ...acknowledged,
  );
  return role.withoutPolicyUpdates();
}
