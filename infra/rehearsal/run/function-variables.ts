import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { DeployedStack } from "../template/deployed-stack.ts";
import type { FunctionSpec } from "../template/functions.ts";
import { ACCOUNT, REGION } from "../template/identities.ts";

export type Addresses = { frontDoor: string; processor: string };

export const LAMBDAS_OWN = [
  "AWS_LAMBDA_FUNCTION_NAME",
  "AWS_LAMBDA_FUNCTION_VERSION",
  "AWS_REGION",
  "LAMBDA_TASK_ROOT",
] as const;

/**
 * What is added to the template's environment: addresses, the permission to call loopback, credentials. The access
 * key in each call's signature says whose call it is.
 */
export const ADDED = [
  "PROCESSOR_BASE_URL",
  "AWS_ENDPOINT_URL_DYNAMODB",
  "AWS_ENDPOINT_URL_SQS",
  "AWS_ENDPOINT_URL_SECRETS_MANAGER",
  "CALLBACK_ALLOW_LOOPBACK",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
] as const;

export function functionVariables(spec: FunctionSpec, addresses: Addresses): Record<string, string> {
  const own: Record<(typeof LAMBDAS_OWN)[number], string> = {
    AWS_LAMBDA_FUNCTION_NAME: spec.name,
    AWS_LAMBDA_FUNCTION_VERSION: "1",
    AWS_REGION: REGION,
    LAMBDA_TASK_ROOT: spec.folder,
  };
  const added: Record<(typeof ADDED)[number], string> = {
    PROCESSOR_BASE_URL: addresses.processor,
    AWS_ENDPOINT_URL_DYNAMODB: addresses.frontDoor,
    AWS_ENDPOINT_URL_SQS: addresses.frontDoor,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: addresses.frontDoor,
    CALLBACK_ALLOW_LOOPBACK: "true",
    AWS_ACCESS_KEY_ID: spec.name,
    AWS_SECRET_ACCESS_KEY: "rehearsal",
  };
  const hidden = Object.keys(spec.variables).filter((name) => name in own || name in added);
  if (hidden.length > 0)
    throw new NotRehearsable(`${spec.name} has its own ${hidden.join(", ")}, which would not count here.`);
  const given = Object.entries(spec.variables).map(([name, value]) => [
    name,
    localized(value, spec, addresses),
  ]);
  return { ...Object.fromEntries(given), ...own, ...added };
}

/** Its own folder and its queues have other addresses here; everything else stays as the template has it. */
const localized = (value: string, { folder }: FunctionSpec, { frontDoor }: Addresses): string =>
  String(value)
    .replace(/^\/var\/task(?=\/|$)/, folder)
    .replace(`https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/`, `${frontDoor}/${ACCOUNT}/`);

export const OPERATOR = "operator";

const FUNCTIONS_OWN = /^(AWS_LAMBDA_|LAMBDA_|LOG_LEVEL$)|_PAGE_FILE$/;

export function operatorVariables(stack: DeployedStack, addresses: Addresses): Record<string, string> {
  const all = Object.assign({}, ...stack.functions.map((spec) => functionVariables(spec, addresses)));
  const kept = Object.entries<string>(all).filter(([name]) => !FUNCTIONS_OWN.test(name));
  return {
    ...Object.fromEntries(kept),
    METRICS: "off",
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: OPERATOR,
    AWS_SECRET_ACCESS_KEY: "rehearsal",
  };
}
