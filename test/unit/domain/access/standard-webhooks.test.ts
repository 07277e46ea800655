import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  newCallbackSecret,
  standardHeaders,
  standardKeyOf,
} from "../../../../shared/domain/access/signing-secret.ts";

/** Held against the scheme's own library. */
const SECRET = newCallbackSecret(randomBytes);
const OTHER = newCallbackSecret(randomBytes);
const BODY = JSON.stringify({ id: "evt_1", text: "ü" }, null, 2);

const sign = (secrets: string[], seconds = Math.floor(Date.now() / 1000)) =>
  standardHeaders({ id: "evt_1", seconds, rawBody: Buffer.from(BODY) }, secrets);
const verify = (headers: Record<string, string>, secret = SECRET, body = BODY) =>
  new Webhook(secret).verify(body, headers);

it("makes secrets of 32 bytes in padded base64, whatever the bytes are", () => {
  for (const byte of [0x00, 0x3e, 0xff]) {
    const secret = newCallbackSecret((size) => new Uint8Array(size).fill(byte));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(standardKeyOf(secret)).toEqual(Buffer.alloc(32, byte));
  }
});

describe("the library", () => {
  it("takes what we sign, by either secret of a rotation", () => {
    const headers = sign([SECRET, OTHER]);
    expect(verify(headers)).toEqual(JSON.parse(BODY));
    expect(verify(headers, OTHER)).toEqual(JSON.parse(BODY));
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  });

  it.each([
    ["another secret", () => verify(sign([OTHER]))],
    ["another body", () => verify(sign([SECRET]), SECRET, `${BODY} `)],
    ["another id", () => verify({ ...sign([SECRET]), "webhook-id": "evt_2" })],
    ["another time", () => verify({ ...sign([SECRET]), "webhook-timestamp": String(Date.now()) })],
    ["an old time", () => verify(sign([SECRET], Math.floor(Date.now() / 1000) - 301))],
  ])("rejects %s", (_, attempt) => {
    expect(attempt).toThrow();
  });
});
