/** Both signatures of a callback, by WebCrypto: no Node module, so that it runs wherever fetch does. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** More than any rotation makes; a hostile header must not cost a hash per part. */
const MOST_SIGNATURES = 8;

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

export function joined(head: string, body: Bytes): Bytes {
  const start = bytesOf(head);
  const all = new Uint8Array(start.length + body.length);
  all.set(start);
  all.set(body, start.length);
  return all;
}

const importKey = (key: Bytes) =>
  crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

export const signed = async (key: Bytes, message: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign("HMAC", await importKey(key), message));

export async function isSigned(key: Bytes, signatures: Bytes[], message: Bytes): Promise<boolean> {
  const imported = await importKey(key);
  for (const signature of signatures) {
    if (await crypto.subtle.verify("HMAC", imported, signature, message)) return true;
  }
  return false;
}

/** Malformed parts are left out, and nothing throws. */
export type Claim = { seconds: number; signatures: Bytes[] };

const secondsOf = (text = ""): number => (/^[0-9]{1,12}$/.test(text) ? Number(text) : Number.NaN);

/** `t=<seconds>,v1=<hex>,v1=<hex>` */
export function svcClaimOf(header: string): Claim {
  const parts = header.split(",").map((part) => part.trim().split("="));
  return {
    seconds: secondsOf(parts.find(([name]) => name === "t")?.[1]),
    signatures: parts
      .flatMap(([name, hex = ""]) => (name === "v1" && /^[0-9a-f]{64}$/.test(hex) ? [hex] : []))
      .slice(0, MOST_SIGNATURES)
      .map(bytesOfHex),
  };
}

/** `v1,<base64> v1,<base64>`, with its time in a header of its own */
export function standardClaimOf(header: string, timestamp: string): Claim {
  return {
    seconds: secondsOf(timestamp),
    signatures: header
      .split(" ")
      .flatMap((part) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1] ?? [])
      .slice(0, MOST_SIGNATURES)
      .map(bytesOfBase64),
  };
}

/** The key under which Standard Webhooks signs; undefined for a secret that is not standard base64. */
export function standardKeyOf(secret: string): Bytes | undefined {
  const [, base64] =
    /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret) ?? [];
  return base64 === undefined ? undefined : bytesOfBase64(base64);
}

const bytesOfHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const bytesOfBase64 = (base64: string): Bytes =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

export const hexOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const base64Of = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));
