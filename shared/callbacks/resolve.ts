import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";

/** For both kinds of addresses together, and well within the ten seconds that a callback has in all. */
const RESOLVE_MS = 3_000;

/** The first question may get lost on its way. */
const TRIES = { timeout: 1_000, tries: 2 };

/**
 * Every address of a name. Asked by a resolver of our own and not by the system's, which waits for a silent name
 * server in one of four threads: four such names would keep every merchant's callbacks waiting. Nor does ours read the
 * hosts file, which is nothing of a merchant's.
 */
export async function resolveName(hostname: string): Promise<LookupAddress[]> {
  const resolver = new Resolver(TRIES);
  const deadline = setTimeout(() => resolver.cancel(), RESOLVE_MS);
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [...addressesIn(v4, 4), ...addressesIn(v6, 6)];
    if (found.length === 0) throw failureOf(v4, v6);
    return found;
  } finally {
    clearTimeout(deadline);
  }
}

/**
 * Those of IPv4, where there are any: Lambda outside of a VPC has no way to the others, and trying them would only take
 * time from those that can be reached.
 */
export function addressesToDial(found: LookupAddress[]): LookupAddress[] {
  const v4 = found.filter(({ family }) => family === 4);
  return v4.length > 0 ? v4 : found;
}

const addressesIn = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];

const SILENCE = ["ETIMEOUT", "ECANCELLED"];

/** A name that has no addresses is another trouble than a name server that says nothing. */
function failureOf(...answers: PromiseSettledResult<string[]>[]): Error {
  const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
  const code = codes.some((one) => SILENCE.includes(one)) ? "dns_timeout" : codes[0];
  return Object.assign(new Error("The name has no address."), code && { code });
}
