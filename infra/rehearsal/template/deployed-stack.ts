import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { Statement } from "../policies/policy.ts";
import { type Assembly, readAssembly } from "./assembly.ts";
import { type FunctionSpec, readFunctions } from "./functions.ts";
import { type MappingSpec, type QueueSpec, readMappings, readQueues } from "./queues.ts";
import { type Role, readQueuePolicies, readRoles } from "./roles.ts";
import { type RouteSpec, readRoutes } from "./routes.ts";
import { readSchedules, type ScheduleSpec } from "./schedules.ts";
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
