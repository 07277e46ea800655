import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { findBestRoute } from "../../local/best-route.ts";
import type { FindRoute } from "../../local/gateway.ts";
import { NotRehearsable } from "../policies/not-rehearsable.ts";
import type { DeployedStack } from "../template/deployed-stack.ts";
import type { RouteSpec } from "../template/routes.ts";
import type { DeployedFunctions } from "./deployed-functions.ts";

type Result = APIGatewayProxyStructuredResultV2;

/** API Gateway's own answers are not problem documents. */
const gatewaysOwn = (statusCode: number, message: string): Result => ({
  statusCode,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ message }),
});

/** A route without a permission answers 500, as on AWS. */
export function routeFunctions(
  { routes }: DeployedStack,
  functions: DeployedFunctions,
  { onServed, onFailure }: { onServed: (key: string) => void; onFailure: (text: string) => void },
): FindRoute {
  const matchable = routes
    .filter(({ key }) => key !== "$default")
    .map((target) => {
      const [method = "", path = ""] = target.key.split(" ");
      return { method, path, target };
    });
  const fallback = routes.find(({ key }) => key === "$default");

  const answer = async ({ key, functionArn, isPermitted, isClosed }: RouteSpec, event: unknown) => {
    onServed(key);
    if (isClosed) return gatewaysOwn(429, "Too Many Requests");
    const spec = functions.find(functionArn);
    if (!spec || !isPermitted) {
      onFailure(`${key}: API Gateway has no permission to invoke ${functionArn}`);
      return gatewaysOwn(500, "Internal Server Error");
    }
    try {
      return (await functions.invoke(spec, event)) as Result;
    } catch {
      return gatewaysOwn(500, "Internal Server Error");
    }
  };

  return (method, path) => {
    const best = findBestRoute(matchable, method, path);
    const target = best?.target ?? fallback;
    if (!target) return { key: "", parameters: {}, answer: async () => gatewaysOwn(404, "Not Found") };
    const { key, parameters } = best ?? { key: "$default", parameters: {} };
    return { key, parameters, answer: (event) => answer(target, event) };
  };
}

/** Checked before anything starts. */
export function requireRoutes({ routes }: DeployedStack, functions: DeployedFunctions): void {
  const lost = routes.find(({ functionArn }) => !functions.find(functionArn));
  if (lost)
    throw new NotRehearsable(`The route ${lost.key} leads to ${lost.functionArn}, which there is not.`);
}
