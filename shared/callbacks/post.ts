import { type LookupAddress, lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction, TcpSocketConnectOpts } from "node:net";
import {
  callbackUrlFault,
  isLoopback,
  isPublicAddress,
  KEPT_ANSWER_BYTES,
  POST_TOTAL_MS,
  parseRetryAfter,
} from "../domain/events/callback-delivery.ts";
import { senderConfig } from "../runtime/config.ts";

export const permissions = () => ({ loopback: senderConfig().CALLBACK_ALLOW_LOOPBACK === "true" });

const MAX_ANSWER_BYTES = 64 * 1024;

export type PostResult = {
  ok: boolean;
  milliseconds: number;
  status?: number;
  error?: string;
  answer?: string;
  retryAfterSeconds?: number | undefined;
};

/**
 * Posts to a URL that a merchant chose, which may name any host. So: https to public addresses only, each checked as
 * it is dialed (DNS rebinding gets no chance), no redirects, no proxy, no kept connection, bounded time and memory.
 */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: Uint8Array,
): Promise<PostResult> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const fault = callbackUrlFault(url, permissions());
  if (fault) return { ok: false, milliseconds: 0, error: `rejected_url: ${fault}` };
  const signal = AbortSignal.timeout(POST_TOTAL_MS);
  try {
    return { ...(await exchange(new URL(url), { headers, body, signal })), milliseconds: elapsed() };
  } catch (error) {
    // The socket says "reset" after our own timeout.
    return { ok: false, milliseconds: elapsed(), error: signal.aborted ? "timeout" : nameOf(error) };
  }
}

/** Node's default of 250 ms per address is too short for distant hosts. */
const DIAL_MS = 3_000;

type Exchange = { headers: Record<string, string>; body: Uint8Array; signal: AbortSignal };

async function exchange(url: URL, { headers, body, signal }: Exchange) {
  const options: RequestOptions & Pick<TcpSocketConnectOpts, "autoSelectFamilyAttemptTimeout"> = {
    method: "POST",
    headers: { ...headers, "Content-Length": body.byteLength, "User-Agent": "payments-callbacks/1" },
    // A kept connection would be checked once and trusted forever.
    agent: false,
    signal,
    // If loopback is allowed at all, "localhost" is what this machine says it is.
    lookup: isLoopback(url) ? lookup : publicLookup,
    autoSelectFamilyAttemptTimeout: DIAL_MS,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === "http:" ? httpRequest : httpsRequest)(url, options, resolve);
    request.on("error", reject);
    request.end(body);
  });
  const status = response.statusCode ?? 0;
  const answer = await readAnswer(response);
  const retryAfterSeconds = parseRetryAfter(response.headers["retry-after"], Date.now());
  const ok = status >= 200 && status < 300;
  return { ok, status, answer, retryAfterSeconds, ...(!ok && { error: `status_${status}` }) };
}

/** Every address that the name resolves to must be public. Node, which tries one after the other, asks for all of them. */
const publicLookup: LookupFunction = (hostname, _, callback) => {
  const onFound = (found: LookupAddress[]) => {
    if (!found.every(({ address }) => isPublicAddress(address))) return onError(privateAddress());
    return callback(null, addressesToDial(found));
  };
  const onError = (error: Error) => callback(error, "", 0);
  resolveName(hostname).then(onFound, onError);
};

const privateAddress = (): Error => Object.assign(new Error("private address"), { code: "private_address" });

/** The beginning is kept for the merchant; the rest is not read. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytes < KEPT_ANSWER_BYTES) kept.push(chunk.subarray(0, KEPT_ANSWER_BYTES - bytes));
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) break;
  }
  response.destroy();
  return Buffer.concat(kept).toString("utf8");
}

/** Only a short word: texts of other libraries may quote internal addresses. */
function nameOf(error: unknown): string {
  const { code } = error as { code?: string };
  return typeof code === "string" ? code.toLowerCase() : "network_error";
}

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
