import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { Statement } from "../policies/policy.ts";
import { type Assembly, readAssembly } from "./assembly.ts";
import { type FunctionSpec, readFunctions } from "./functions.ts";
import { type MappingSpec, type QueueSpec, readMappings, readQueues } from "./queues.ts";
import { type Role, readQueuePolicies, readRoles } from "./roles.ts";
import { type RouteSpec, readRoutes } from "./routes.ts";
import { readTables, type TableSpec } from "./tables.ts";

export type SecretSpec = { name: string; arn: string };

export type DeployedStack = {
  functions: FunctionSpec[];
  tables: TableSpec[];
  queues: QueueSpec[];
  mappings: MappingSpec[];
  routes: RouteSpec[];
  schedules: ScheduleSpec[];
  secrets: SecretSpec[];
  operator: Role;
  queuePolicies: Statement[];
};

export function readDeployedStack(directory: string): DeployedStack {
  const assembly = readAssembly(directory);
  const roles = readRoles(assembly);
  const queues = readQueues(assembly);
  return {
    functions: readFunctions(assembly, roles),
    tables: readTables(assembly),
    queues,
    mappings: readMappings(assembly, queues),
    routes: readRoutes(assembly),
    schedules: readSchedules(assembly, roles),
    secrets: readSecrets(assembly),
    operator: operatorIn(roles),
    queuePolicies: readQueuePolicies(assembly),
  };
}

const readSecrets = (assembly: Assembly): SecretSpec[] =>
  assembly.ofType("AWS::SecretsManager::Secret").map((resource) => ({
    name: String(assembly.read(resource, "Name")),
    arn: assembly.refOf(resource),
  }));

function operatorIn(roles: ReadonlyMap<string, Role>): Role {
  const role = [...roles.values()].find(({ name }) => /-operator(-|$)/.test(name));
  if (role) return role;
  throw new NotRehearsable("The templates have no role for operators.");
}

type ScheduleSpec = { name: string; everyMs: number; functionArn: string; role: Role; input: object };

type Target = { Arn: string; RoleArn: string; Input?: string };

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

const readSchedules = (assembly: Assembly, roles: ReadonlyMap<string, Role>): ScheduleSpec[] =>
  assembly.ofType("AWS::Scheduler::Schedule").flatMap((resource) => {
    const read = <T>(property: string) => assembly.read<T>(resource, property);
    if (read<string>("State") === "DISABLED") return [];
    const { Arn, RoleArn, Input = "{}" } = read<Target>("Target") ?? { Arn: "", RoleArn: "" };
    const role = roles.get(RoleArn);
    if (!role) throw new NotRehearsable(`${resource.logicalId} has a role that the templates do not have.`);
    const everyMs = intervalOf(String(read<string>("ScheduleExpression")), resource.logicalId);
    return [
      { name: resource.logicalId, everyMs, functionArn: Arn, role, input: JSON.parse(Input) as object },
    ];
  });

/** The hour does not matter here, where time is moved by hand. */
function intervalOf(expression: string, where: string): number {
  const [, number, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (number && unit) return Number(number) * (UNIT_MS[unit] ?? 0);
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(expression)) return UNIT_MS.day ?? 0;
  throw new NotRehearsable(`${where} runs at ${expression}, which cannot be rehearsed.`);
}
