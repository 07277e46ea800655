import type { DeployedStack } from "../template/deployed-stack.ts";
import { REGION } from "../template/identities.ts";
import { type Addresses, functionVariables } from "./function-variables.ts";

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
