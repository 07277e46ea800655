import { pathParameters, type Route } from "../../shared/contract/routes.ts";

export type Match<T> = { target: T; key: string; parameters: Record<string, string> };

/** As in API Gateway, the route with the most literal segments wins. undefined: $default takes it. */
export function findBestRoute<T>(
  routes: readonly (Route & { target: T })[],
  method: string,
  path: string,
): Match<T> | undefined {
  const matches = routes.flatMap((route): Match<T>[] => {
    const parameters = route.method === method ? pathParameters(route.path, path) : undefined;
    const key = `${route.method} ${route.path}`;
    return parameters ? [{ target: route.target, key, parameters: decoded(parameters) }] : [];
  });
  return matches.sort((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length)[0];
}

/** After the match, so that an encoded slash stays inside its segment. */
function decoded(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeOrKeep(value)]));
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
