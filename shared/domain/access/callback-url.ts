import { BlockList, isIP, isIPv4 } from "node:net";

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

/** Everything of IPv4 that is not the public internet (RFC 6890 and its successors). */
const NOT_PUBLIC_V4 = new BlockList();
for (const [network, bits] of [
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
] as const) {
  NOT_PUBLIC_V4.addSubnet(network, bits, "ipv4");
}

/** IPv6 the other way round: only global unicast is public, so mapped, NAT64, local and multicast fall out at once. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");

/** Parts of global unicast that lead elsewhere: protocol assignments and Teredo, 6to4, documentation. */
const NOT_PUBLIC_V6 = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  NOT_PUBLIC_V6.addSubnet(network, bits, "ipv6");
}

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !NOT_PUBLIC_V4.check(address, "ipv4");
  return GLOBAL_V6.check(address, "ipv6") && !NOT_PUBLIC_V6.check(address, "ipv6");
}
