/**
 * What a process that a test starts finds in its environment: nothing that this one happens to have, except where to
 * look for programs, and the cache of compiled modules, without which every start compiles the same sources again.
 */
export function childEnvironment(given: Record<string, string> = {}): Record<string, string> {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...given };
}
