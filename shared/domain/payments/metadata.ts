import { compareText } from "../compare-text.ts";

/** In the processor's metadata these names are ours, in any case, and so is every name that begins with svc. */
const OURS = ["orderref", "branch", "customerref"];

export const isReserved = (name: string): boolean =>
  OURS.includes(name.toLowerCase()) || name.toLowerCase().startsWith("svc");

/** By name: the table gives the names back in no particular order, and a resume must send the same bytes. */
export const inOrder = (metadata: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).sort(([one], [other]) => compareText(one, other)));

/** What the caller has given, of all that the processor has; undefined: nothing. */
export function callersOwn(metadata: Record<string, string>): Record<string, string> | undefined {
  const own = Object.entries(metadata).filter(([name]) => !isReserved(name));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}
