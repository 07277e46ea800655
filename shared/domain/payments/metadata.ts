/** In the processor's metadata these names are ours, in any case, and so is every name that begins with svc. */
const OURS = ["orderref", "branch", "customerref"];

export const isReserved = (name: string): boolean =>
  OURS.includes(name.toLowerCase()) || name.toLowerCase().startsWith("svc");

/** What the caller has given, of all that the processor has; undefined: nothing. */
export function callersOwn(metadata: Record<string, string>): Record<string, string> | undefined {
  const own = Object.entries(metadata).filter(([name]) => !isReserved(name));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}
