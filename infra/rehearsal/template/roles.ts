import { NotRehearsable } from "../policies/not-rehearsable.ts";
import { requireUnderstood, type Statement } from "../policies/policy.ts";
import type { Assembly } from "./assembly.ts";
import { ACCOUNT } from "./identities.ts";
import type { Resource } from "./resource.ts";

export type Role = {
  arn: string;
  name: string;
  services: readonly string[];
  statements: readonly Statement[];
};

type PolicyDocument = { Statement: (Statement & { Principal?: unknown })[] };

/** Of actions of other services nothing is judged here; why, for each. */
const NOT_JUDGED: Record<string, string> = {
  kms: "KMS is asserted by template tests",
  logs: "log lines go to the log folder",
  xray: "there is no X-Ray here",
  cloudformation: "there are no stacks here to describe",
  cloudwatch: "there are no metrics here",
  codedeploy: "there is one deployment, and nothing to roll back to",
  apigateway: "the address is this machine's",
};
const JUDGED = ["dynamodb", "sqs", "secretsmanager", "lambda"];

export function readRoles(assembly: Assembly): Map<string, Role> {
  const attached = [
    ...assembly.ofType("AWS::IAM::Policy"),
    ...assembly.ofType("AWS::IAM::ManagedPolicy"),
  ].map((policy) => ({
    roles: assembly.read<string[]>(policy, "Roles") ?? [],
    statements: statementsOf(assembly.read<PolicyDocument>(policy, "PolicyDocument"), whereOf(policy)),
  }));
  const roles = assembly.ofType("AWS::IAM::Role").map((resource): Role => {
    const name = assembly.refOf(resource);
    const inline = assembly.read<{ PolicyDocument: PolicyDocument }[]>(resource, "Policies") ?? [];
    const statements = [
      ...inline.flatMap(({ PolicyDocument }) => statementsOf(PolicyDocument, whereOf(resource))),
      ...attached.filter(({ roles }) => roles.includes(name)).flatMap(({ statements }) => statements),
    ];
    requireNoForeignPolicy(assembly, resource);
    return { arn: assembly.arnOf(resource), name, services: servicesOf(assembly, resource), statements };
  });
  return new Map(roles.map((role) => [role.arn, role]));
}

const whereOf = ({ stack, logicalId }: Resource): string => `${stack}/${logicalId}`;

function statementsOf(document: PolicyDocument | undefined, where: string): Statement[] {
  return (document?.Statement ?? []).flatMap((statement) => {
    const services = new Set([statement.Action].flat().map((action) => action?.split(":")[0] ?? ""));
    const unknown = [...services].filter((service) => !NOT_JUDGED[service] && !JUDGED.includes(service));
    if (unknown.length > 0)
      throw new NotRehearsable(`${where}: a policy speaks of ${unknown.join(", ")}, which is not rehearsed.`);
    if (![...services].some((service) => JUDGED.includes(service))) return [];
    requireUnderstood(statement, where);
    return [statement];
  });
}

/** AWS's own managed policies are not in the template, so what they allow is not known here. */
const CODEDEPLOY = "codedeploy.amazonaws.com";

function requireNoForeignPolicy(assembly: Assembly, resource: Resource): void {
  const foreign = assembly.read<string[]>(resource, "ManagedPolicyArns") ?? [];
  if (foreign.length === 0 || servicesOf(assembly, resource).includes(CODEDEPLOY)) return;
  throw new NotRehearsable(`${whereOf(resource)} has ${foreign.join(", ")}, which is not in the template.`);
}

type Trust = {
  Effect: string;
  Action: string;
  Principal?: { Service?: string | string[] };
  Condition?: object;
};

/** Service roles are trusted without a condition, or where the service acts for this account. */
const CONDITIONS = [{}, { StringEquals: { "aws:SourceAccount": ACCOUNT } }].map((one) => JSON.stringify(one));

function servicesOf(assembly: Assembly, resource: Resource): string[] {
  const trust = assembly.read<{ Statement: Trust[] }>(resource, "AssumeRolePolicyDocument");
  return (trust?.Statement ?? []).flatMap(({ Effect, Action, Principal, Condition = {} }) => {
    const services = [Principal?.Service ?? []].flat();
    const isPlain = Action === "sts:AssumeRole" && CONDITIONS.includes(JSON.stringify(Condition));
    if (Effect !== "Allow" || (services.length > 0 && !isPlain))
      throw new NotRehearsable(`${whereOf(resource)}: its trust has more than the rehearsal can judge.`);
    return services;
  });
}

export function readQueuePolicies(assembly: Assembly): Statement[] {
  return assembly.ofType("AWS::SQS::QueuePolicy").flatMap((policy) => {
    const statements = assembly.read<PolicyDocument>(policy, "PolicyDocument")?.Statement ?? [];
    for (const statement of statements) {
      requireUnderstood(statement, whereOf(policy));
      if (statement.Effect !== "Deny" || JSON.stringify(statement.Principal) !== '{"AWS":"*"}')
        throw new NotRehearsable(`${whereOf(policy)} does more than deny something to every caller.`);
    }
    return statements;
  });
}
