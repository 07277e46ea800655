export type Route = { method: string; path: string };

/** Which methods the routes know for a concrete path. */
export function matchingMethods(routes: readonly Route[], path: string): string[] {
  return routes.filter((route) => pathMatches(route.path, path)).map(({ method }) => method);
}

/** The values of a template's `{names}` in a concrete path; undefined when the path is another. */
export function pathParameters(template: string, path: string): Record<string, string> | undefined {
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
