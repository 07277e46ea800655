type Addressed = { method: string; path: string };

export type Match<R> = { route: R; id: string };

/** Finds the route of a path. `{id}` takes one segment that looks like an id. */
export function matchRoute<R extends Addressed>(
  routes: R[],
  method: string,
  path: string,
): Match<R> | undefined {
  const given = path.split("/");
  for (const route of routes) {
    if (route.method === method) {
      const id = matchSegments(segmentsOf(route.path), given);
      if (id !== undefined) return { route, id };
    }
  }
  return undefined;
}

/**
 * The id found in the path, empty if the pattern has none, undefined if it does not match. `*` takes any one segment,
 * and `/**` at the end all that is below.
 */
export function matchPath(pattern: string, path: string): string | undefined {
  if (pattern.endsWith("/**")) return path.startsWith(pattern.slice(0, -2)) ? "" : undefined;
  return matchSegments(segmentsOf(pattern), path.split("/"));
}

const knownPatterns = new Map<string, string[]>();

function segmentsOf(pattern: string): string[] {
  const known = knownPatterns.get(pattern) ?? pattern.split("/");
  knownPatterns.set(pattern, known);
  return known;
}

function matchSegments(wanted: string[], given: string[]): string | undefined {
  if (wanted.length !== given.length) return undefined;
  let id = "";
  for (const [place, segment] of wanted.entries()) {
    const actual = given[place] ?? "";
    if (segment === "{id}" && /^\w+$/.test(actual)) {
      id = actual;
    } else if (segment !== "*" && segment !== actual) {
      return undefined;
    }
  }
  return id;
}
