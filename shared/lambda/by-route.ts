import type { Operation } from "../contract/operation.ts";
import { routesOf } from "../contract/routes.ts";
import type { HttpHandler } from "./serve.ts";

/**
 * One function for several operations that touch the same things: a stack holds 500 resources, and a function is eight.
 * API Gateway sends a function only what its own routes match.
 */
export const byRoute =
  (served: readonly (readonly [Operation, HttpHandler])[]): HttpHandler =>
  (event, context) => {
    const found = served.find(([operation]) => hasRoute(operation, event.routeKey));
    if (!found) throw new Error("This function has no such route.");
    return found[1](event, context);
  };

const hasRoute = (operation: Operation, routeKey: string): boolean =>
  routesOf(operation).some(({ method, path }) => `${method} ${path}` === routeKey);
