import type { Operation } from "../contract/operation.ts";
import type { HttpHandler } from "./serve.ts";

/**
 * One function for several operations that touch the same things: a stack holds 500 resources, and a function is eight.
 * API Gateway sends a function only what its own routes match.
 */
export const byRoute =
  (served: readonly (readonly [Operation, HttpHandler])[]): HttpHandler =>
  (event, context) => {
    const found = served.find(([operation]) => routeKeysOf(operation).includes(event.routeKey));
    if (!found) throw new Error("This function has no such route.");
    return found[1](event, context);
  };

/** Its own, and the console's where a session may call it too. */
const routeKeysOf = ({ method, path, console }: Operation): string[] => [
  `${method} ${path}`,
  ...(console ? [`${method} /console${path}`] : []),
];
