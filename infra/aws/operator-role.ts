import { Stack } from "aws-cdk-lib";
import {
  AccountRootPrincipal,
  CompositePrincipal,
  PolicyDocument,
  type PolicyStatement,
  Role,
} from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { type LedgerAccess, type LedgerAction, ledgerAccessOf } from "../ledger-access.ts";
import { FUNCTIONS } from "../topology.ts";
import type { Data } from "./data-by-name.ts";
import type { Environment } from "./environments.ts";
import { allow, allowKey, KEY_ACTIONS } from "./permissions.ts";
import { acknowledgeNamed } from "./role.ts";
import { tableStatements } from "./table-permissions.ts";

const touch = (actions: LedgerAction[], prefixes: string[]): LedgerAccess[] =>
  actions.flatMap((action) => prefixes.map((prefix) => ({ action, prefix })));

/**
 * Named one by one: what a function learns to write is not a person's to change by itself. Not here is what was done, how far
 * that was checked, and who asks how often.
 */
const PARTITIONS = [
  ...["MERCHANT#", "ONBOARDING#", "KEYS#", "CONSOLE#", "ACCOUNT#", "PAYMENT#", "EVENT#", "WORK#"],
  ...["STATEMENTS#", "READERS#", "PAUSES#", "STATS#", "PAYOUTS#", "ATTENTION#"],
];

/** Whatever some function may query. */
const INDEXES = FUNCTIONS.flatMap(({ name }) => ledgerAccessOf(name)).filter(({ index }) => index);

/** What the commands of infra/operator do: they read everything, change little, and only add to the audit. */
const LEDGER: readonly LedgerAccess[] = [
  ...touch(["GetItem", "BatchGetItem", "PutItem", "UpdateItem"], PARTITIONS),
  ...touch(["Query"], [...PARTITIONS.filter((prefix) => prefix !== "EVENT#"), "AUDIT#"]),
  ...touch(["PutItem"], ["AUDIT#"]),
  ...touch(["GetItem"], ["AUDITED#", "RATE#"]),
  ...INDEXES,
];

/**
 * For people, not for functions: a person who may assume it operates this environment. A session is named after the person
 * who opened it, so that the audit and CloudTrail say the same name: an IAM user's own, who has shown a second factor, or
 * the one that the federation vouches for, which asks for the second factor itself (infra/runbooks/deploying.md).
 */
export function addOperatorRole(scope: Construct, environment: Environment, on: Data): Role {
  const statements = [...statementsOf(on), ...stackStatementsOf(scope)];
  const role = new Role(scope, "operator-role", {
    // Roles are the account's, not the region's.
    roleName: `payments-${environment.name}-operator-${Stack.of(scope).region}`,
    description: `Operates the payments service, ${environment.name}: npm run operator -- --env ${environment.name}`,
    assumedBy: new CompositePrincipal(USERS_WITH_MFA, FEDERATED_PEOPLE),
    inlinePolicies: { access: new PolicyDocument({ statements }) },
  });
  acknowledgeNamed(role, statements);
  return role;
}

const USERS_WITH_MFA = new AccountRootPrincipal().withConditions({
  // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM fills in the caller's name.
  StringEquals: { "sts:RoleSessionName": "${aws:username}" },
  Bool: { "aws:MultiFactorAuthPresent": "true" },
});

/** A federated person has no user name; Identity Center passes it on as a tag of the session, if it is told to. */
const FEDERATED_PEOPLE = new AccountRootPrincipal().withConditions({
  // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM fills in the person's name.
  StringEquals: { "sts:RoleSessionName": "${aws:PrincipalTag/UserName}" },
  ArnLike: { "aws:PrincipalArn": "arn:*:iam::*:role/aws-reserved/sso.amazonaws.com/*" },
});

const statementsOf = ({ table, queues, secrets, key, platform }: Data): PolicyStatement[] => [
  ...tableStatements(LEDGER, table),
  allowKey(KEY_ACTIONS["read-write"], key, "dynamodb"),
  // Refreshing, reconciling and visits ask the processor, as the functions do; `secrets check` looks at all.
  ...allow(
    ["secretsmanager:GetSecretValue"],
    Object.values(secrets).map(({ arn }) => arn),
  ),
  // `secrets add-key` and its sisters write the callback keys, and no other secret.
  ...allow(["secretsmanager:PutSecretValue"], [secrets["callback-key"].arn]),
  allowKey(["kms:Decrypt", "kms:GenerateDataKey"], key, "secretsmanager"),
  ...allow(
    ["sqs:SendMessage", "sqs:GetQueueAttributes"],
    Object.values(queues).map(({ queueArn }) => queueArn),
  ),
  ...allow(["sqs:ReceiveMessage", "sqs:PurgeQueue"], [queues["dead-letters"].queueArn]),
  // A visit by hand finishes events.
  ...allow(["sqs:SendMessage"], platform ? [platform.queue.queueArn] : []),
];

/** By its name: CloudFormation does not always resolve the stack's id before it checks rights. */
const stackStatementsOf = (scope: Construct): PolicyStatement[] => {
  const stack = Stack.of(scope);
  const arn = { service: "cloudformation", resource: "stack", resourceName: `${stack.stackName}/*` };
  return allow(["cloudformation:DescribeStacks"], [stack.formatArn(arn)]);
};
