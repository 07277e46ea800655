import { BlockList, isIP, isIPv4 } from "node:net";
import { MINUTE_MS } from "../time.ts";
import type { DeliveryState } from "./event.ts";

/* How a callback is delivered: when and how often, what its message says, how long an endpoint may hang, and where to. */

export const MAX_ATTEMPTS = 8;

/** For name, connection, request and answer together. A receiver has 10 s in all, not 10 s a packet. */
export const POST_TOTAL_MS = 10_000;

const FIRST_WAIT_SECONDS = 30;
const GROWTH = 4;
const JITTER = 0.2;

/** A queue can hide a message for 12 h from its receipt; half an hour is left for everything in between. */
const LONGEST_WAIT_SECONDS = 11.5 * 3600;

/**
 * How long to wait after the given failed attempt (1 to 7). The jitter (−1 to 1) spreads a merchant's retries. A
 * receiver's Retry-After counts up to twice the step.
 */
export function waitSeconds(attempt: number, random: { jitter: number }, retryAfterSeconds = 0): number {
  const step = FIRST_WAIT_SECONDS * GROWTH ** (attempt - 1);
  const requestedSeconds = Math.min(retryAfterSeconds, 2 * step);
  return Math.round(
    Math.min(Math.max(step * (1 + JITTER * random.jitter), requestedSeconds), LONGEST_WAIT_SECONDS),
  );
}

/** Longer waits leave the queue: how many messages it hides is bounded, and a dead endpoint could fill it. */
const LONGEST_IN_QUEUE_MS = 15 * 60_000;

export const isParked = (waitMs: number): boolean => waitMs > LONGEST_IN_QUEUE_MS;

/** Date.parse alone would find a year in almost any text. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds or a date, as RFC 9110 allows; anything else is ignored. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}

/** A server that has just come back after an outage gets what it missed at this pace, not all at once. */
const REDELIVERIES_PER_SECOND = 25;

/** A queue can delay a message by 900 s; a few are left for the call that sends it. */
const LONGEST_DELAY_SECONDS = 890;

export const REDELIVERY_GAP_MS = 1000 / REDELIVERIES_PER_SECOND;

/** A sweep sends a minute's worth at once; n counts an endpoint's messages from 0. */
export const redeliveryDelaySeconds = (n: number): number =>
  Math.min(Math.floor(n / REDELIVERIES_PER_SECOND), LONGEST_DELAY_SECONDS);

export const KEPT_ANSWER_BYTES = 1024;

/** What is in the queue. Only a reference: the ledger has the delivery, and says whether this message still counts. */
export type CallbackMessage = { eventId: string; endpointId: string; deliveryRound: number };

export function parseCallback(text: string): CallbackMessage {
  const { eventId, deliveryRound, endpointId }: Partial<CallbackMessage> = JSON.parse(text);
  if (typeof eventId !== "string" || typeof endpointId !== "string" || !Number.isSafeInteger(deliveryRound))
    throw new Error("Not a callback message.");
  return { eventId, endpointId, deliveryRound: Number(deliveryRound) };
}

/** Times are milliseconds. */
export type DeliveryStanding = {
  delivery: DeliveryState;
  deliveryRound: number;
  attempts: number;
  /** Until then an attempt may be under way. */
  leaseExpiresAt?: number | undefined;
  nextAttemptAt?: number | undefined;
  deadLetteredAt?: number | undefined;
};

export type DueStep =
  /** Delivered, held, of another delivery round, or without a callback: the message can be deleted. */
  | { kind: "nothing" }
  | { kind: "wait"; until: number }
  | { kind: "attempt" }
  /** The last attempt died before it could say how it went. */
  | { kind: "give_up" }
  /** Dead, but no dead letter is noted: the function that marked it may have died before sending it. */
  | { kind: "send_dead_letter" };

/**
 * `deliveryRound` is the message's. One that is ahead of the ledger was sent before a restore from a backup: the due
 * list has the delivery as the ledger knows it.
 */
export function judgeDelivery(delivery: DeliveryStanding, deliveryRound: number, now: number): DueStep {
  if (delivery.deliveryRound !== deliveryRound) return { kind: "nothing" };
  if (delivery.delivery === "dead" && !delivery.deadLetteredAt) return { kind: "send_dead_letter" };
  if (delivery.delivery !== "pending") return { kind: "nothing" };
  return judgePending(delivery, now);
}

function judgePending({ attempts, leaseExpiresAt = 0, nextAttemptAt = 0 }: DeliveryStanding, now: number) {
  // After the last attempt there is no next one to wait for.
  const isSpent = attempts >= MAX_ATTEMPTS;
  const until = isSpent ? leaseExpiresAt : Math.max(leaseExpiresAt, nextAttemptAt);
  if (until > now) return { kind: "wait", until } as const;
  return { kind: isSpent ? "give_up" : "attempt" } as const;
}

/** Posts to an endpoint time out since then. Until a time nothing is sent to it; after that one delivery is the probe. */
export type EndpointPause = { since: number; until: number };

export const PAUSE_MS = 10_000;

/** Longer than a post takes, so that no second probe is sent while the first one hangs. */
export const PROBE_MS = PAUSE_MS + POST_TOTAL_MS;

/** So long an endpoint may hang before it costs its events an attempt, and so long an attempt waits in all. */
export const PAUSE_PATIENCE_MS = 2 * MINUTE_MS;

/** `fail`: the attempt counts as failed, without a post. */
export type PausedStep = { kind: "wait"; until: number } | { kind: "fail" };

/**
 * What a delivery does while its endpoint is paused; `dueSince`: when its attempt fell due. It waits for the pause's end
 * first, and then as long again as it has waited: a backlog looks a few times, not every ten seconds.
 */
export function judgePaused({ since, until }: EndpointPause, dueSince: number, now: number): PausedStep {
  const from = Math.min(since, dueSince);
  const waitedMs = now - from;
  if (waitedMs >= PAUSE_PATIENCE_MS) return { kind: "fail" };
  return { kind: "wait", until: Math.min(Math.max(until, now + waitedMs), from + PAUSE_PATIENCE_MS) };
}

// where to

/** The URL parser leaves out 443, the default port. */
const PORTS = ["", "8443"];
const MAX_URL_CHARACTERS = 2000;

/** Only the local stack may call plain http, on its own machine. */
export type UrlPermissions = { loopback: boolean };

/** Which rule a callback URL breaks; undefined when the sender would take it. Its addresses are checked on dialing. */
export function callbackUrlFault(text: string, permissions: UrlPermissions): string | undefined {
  const url = URL.parse(text);
  if (!url || text.length > MAX_URL_CHARACTERS)
    return `url must be a URL of at most ${MAX_URL_CHARACTERS} characters.`;
  // Half a surrogate pair parses, but cannot be stored as it is.
  if (!text.isWellFormed()) return "url must be well-formed Unicode.";
  if (url.username || url.password) return "url must not contain credentials.";
  if (permissions.loopback && isLoopback(url)) return undefined;
  if (url.protocol !== "https:") return "Use an https:// URL.";
  if (!PORTS.includes(url.port)) return "The port of url must be 443 or 8443.";
  // The URL parser has turned every spelling of an IPv4 address (decimal, octal, hex) into the dotted one.
  if (isIP(url.hostname.replace(/^\[|\]$/g, ""))) return "The host of url must be a name, not an IP address.";
  return isPublicName(url.hostname) ? undefined : "The host of url must be a public name.";
}

/**
 * Equal for all spellings of one URL: a fragment is never sent, an escaped letter is that letter, and a name may end with a
 * dot.
 */
export function canonicalUrl(text: string): string {
  const url = new URL(text);
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  if (url.search === "") url.search = "";
  return url.href.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

/** Names that are never public (RFC 6761 and its successors). */
const NEVER_PUBLIC = /(^|\.)(localhost|local|internal|intranet|invalid|test|onion|alt|home\.arpa)$/;

const MAX_NAME_CHARACTERS = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The URL parser accepts names that no name server can resolve: an empty label, one of 64 characters. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  const labels = name.split(".");
  const isName = name.length <= MAX_NAME_CHARACTERS && labels.every((label) => LABEL.test(label));
  return isName && labels.length > 1 && !NEVER_PUBLIC.test(name);
}

export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");

type Networks = readonly (readonly [network: string, bits: number])[];

function blockListOf(family: "ipv4" | "ipv6", networks: Networks): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, family);
  return list;
}

/** Everything of IPv4 that is not the public internet (RFC 6890 and its successors). */
const NOT_PUBLIC_V4 = /* @__PURE__ */ blockListOf("ipv4", [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
]);

/** IPv6 the other way round: only global unicast is public, so mapped, NAT64, local and multicast fall out at once. */
const GLOBAL_V6 = /* @__PURE__ */ blockListOf("ipv6", [["2000::", 3]]);

/** Parts of global unicast that lead elsewhere: protocol assignments and Teredo, 6to4, documentation. */
const NOT_PUBLIC_V6 = /* @__PURE__ */ blockListOf("ipv6", [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]);

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_V4.check(address, "ipv4");
  return GLOBAL_V6.check(address, "ipv6") && !NOT_PUBLIC_V6.check(address, "ipv6");
}
