/** A developer's own machine: the one place where http is no risk. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** An address that a person's browser may be sent to: https, and no credentials in it. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  // Half a surrogate pair parses, but cannot be encoded for the processor.
  if (!url || url.username || url.password || !text.isWellFormed()) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.includes(url.hostname));
}
