import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { FUNCTIONS, type FunctionSpec } from "../topology.ts";
import { findBestRoute } from "./best-route.ts";
import { currentFunction, type RunningFunctions } from "./current-function.ts";
import type { FindRoute } from "./gateway.ts";
import { type InvocationContext, startInvocation } from "./invocation-context.ts";

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: InvocationContext,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Every function of the topology. They read their environment while they load, so it must stand by then. */
export async function loadHandlers(functions: RunningFunctions): Promise<Map<string, Handler>> {
  const loaded = FUNCTIONS.map(async (spec) => {
    const { name, entry } = spec;
    const module = (await import(new URL(`../../${entry}`, import.meta.url).href)) as { handler: Handler };
    const handler: Handler = (event, context) => {
      const invoke = () => module.handler(event, context);
      return onlyLooks(spec) ? currentFunction.run(name, invoke) : functions.run(name, invoke);
    };
    return [name, handler] as const;
  });
  return new Map(await Promise.all(loaded));
}

/** Whoever can write nothing and send nothing leaves nothing to be done. */
const onlyLooks = ({ table, sends = [] }: FunctionSpec): boolean =>
  table !== "read-write" && sends.length === 0;

/** The topology's routes; whatever none of them fits goes to the function that takes the rest. */
export function routeHandlers(handlers: ReadonlyMap<string, Handler>): FindRoute {
  const routes = FUNCTIONS.flatMap((spec) => spec.routes.map((route) => ({ ...route, target: spec })));
  const fallback = FUNCTIONS.find(({ takesTheRest }) => takesTheRest);
  if (!fallback) throw new Error("The topology has no default function.");
  const answerOf = ({ name, timeoutSeconds }: FunctionSpec) => {
    const handler = handlers.get(name);
    if (!handler) throw new Error(`No handler for ${name}`);
    return (event: APIGatewayProxyEventV2) => handler(event, startInvocation(timeoutSeconds));
  };
  return (method, path) => {
    const best = findBestRoute(routes, method, path);
    const { target, ...route } = best ?? { target: fallback, key: "$default", parameters: {} };
    return { ...route, answer: answerOf(target) };
  };
}
