import type { Operation } from "../contract/operation.ts";
import { routesOf } from "../contract/routes.ts";
import type { HttpHandler } from "./serve.ts";

/**
 * One function for several operations that touch the same things: a stack holds 500 resources, and a function is eight.
 * API Gateway sends a function only what its own routes match.
 */
export function byRoute(served: readonly (readonly [Operation, HttpHandler])[]): HttpHandler {
  const handlers = new Map(
    served.flatMap(([operation, handler]) =>
      routesOf(operation).map(({ method, path }) => [`${method} ${path}` as string, handler] as const),
    ),
  );
  return (event, context) => {
    const handler = handlers.get(event.routeKey);
    if (!handler) throw new Error("This function has no such route.");
    return handler(event, context);
  };
}
