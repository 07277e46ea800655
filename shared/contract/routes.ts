import type { Operation } from "./operation.ts";

export type Route = { method: string; path: string };

/** Where a console session calls what merchants call at the path. */
export const consolePath = (path: string): string => `/console${path}`;

/** An operation's own, and another one for the console's sessions if they may. */
export const routesOf = ({ method, path, console }: Operation): Route[] => [
  { method, path },
  ...(console ? [{ method, path: consolePath(path) }] : []),
];

/** Which methods a concrete path takes. A route of its own beats every template that would match it too. */
export function matchingMethods(routes: readonly Route[], path: string): string[] {
  const own = routes.filter((route) => route.path === path);
  const matching = own.length > 0 ? own : routes.filter((route) => pathMatches(route.path, path));
  return matching.map(({ method }) => method);
}

/**
 * Where a template takes a method that the path's own routes do not: GET /v1/payments/intents would be taken for the
 * payment "intents". These are wrong methods.
 */
export function shadowedRoutes(routes: readonly Route[]): Route[] {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const own = matchingMethods(routes, path);
    return routes
      .filter((route) => !own.includes(route.method) && pathMatches(route.path, path))
      .map(({ method }) => ({ method, path }));
  });
}

/** The values of a template's `{names}` in a concrete path; undefined when the path is another. */
export function pathParameters(template: string, path: string): Record<string, string> | undefined {
  // Nearly all mismatches show before the first parameter, without splitting the path.
  const [literal = ""] = template.split("{", 1);
  if (!path.startsWith(literal)) return undefined;
  const names = template.split("/");
  const parts = path.split("/");
  if (names.length !== parts.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? "";
    if (!name.startsWith("{")) {
      if (name !== part) return undefined;
    } else if (part === "") return undefined;
    else parameters[name.slice(1, -1)] = part;
  }
  return parameters;
}

const pathMatches = (template: string, path: string): boolean => pathParameters(template, path) !== undefined;
