import type { SecretName } from "../../shared/runtime/secrets.ts";
import { FUNCTIONS, type QueueName } from "../topology.ts";
import type { Environment } from "./environments.ts";

/**
 * Names and no exports: an export that is in use cannot be changed, and would tie each stack to the other's deploys.
 */
export const tableNameOf = ({ name, table }: Environment): string => table ?? ownTableNameOf(name);

/** The table that the data's stack itself makes. The service uses another one only after a restore. */
export const ownTableNameOf = (environmentName: string): string => `payments-${environmentName}`;

export const tagsOf = ({ name }: Environment) => ({ service: "payments", environment: name });

export const keyAliasOf = ({ name }: Environment): string => `alias/payments-${name}`;

export const secretNameOf = ({ name }: Pick<Environment, "name">, secret: SecretName): string =>
  `payments/${name}/${secret}`;

export const queueNameOf = ({ name }: Environment, queue: QueueName): string => `payments-${name}-${queue}`;

export const functionNameOf = ({ name }: Pick<Environment, "name">, lambda: string): string =>
  `payments-${name}-${lambda}`;

/** The name's beginning is CodeDeploy's: its own role may invoke what is called so. */
export const canaryHookNameOf = ({ name }: Environment): string => `CodeDeployHook_payments-${name}`;

export const functionLogsOf = (functionName: string): string => `/aws/lambda/${functionName}`;

/** The prefix keeps API Gateway from adding a line per API to the account's one, small policy for log delivery. */
export const accessLogsOf = ({ name }: Environment): string => `/aws/vendedlogs/payments-${name}-access`;

export const allLogsOf = (environment: Environment): string[] => [
  ...FUNCTIONS.map(({ name }) => functionLogsOf(functionNameOf(environment, name))),
  functionLogsOf(canaryHookNameOf(environment)),
  accessLogsOf(environment),
];
