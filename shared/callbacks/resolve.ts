import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";

/** Well within the ten seconds that a callback has in all. */
const RESOLVE_MS = 3_000;

/** The first query may get lost. */
const TRIES = { timeout: 1_000, tries: 2 };

/**
 * A resolver of our own, because the system's waits for a silent name server in one of four threads: four such names
 * would delay every merchant's callbacks. Ours does not read the hosts file either.
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

/** IPv4 addresses if there are any: Lambda outside of a VPC cannot reach IPv6. */
export function addressesToDial(found: LookupAddress[]): LookupAddress[] {
  const v4 = found.filter(({ family }) => family === 4);
  return v4.length > 0 ? v4 : found;
}

const addressesIn = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];

const SILENCE = ["ETIMEOUT", "ECANCELLED"];

function failureOf(...answers: PromiseSettledResult<string[]>[]): Error {
  const codes = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
  const code = codes.some((one) => SILENCE.includes(one)) ? "dns_timeout" : codes[0];
  return Object.assign(new Error("The name has no address."), code && { code });
}
