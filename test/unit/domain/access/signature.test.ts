import { createHmac } from "node:crypto";
import fc from "fast-check";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { signatureHeader, verifySignature } from "../../../../shared/domain/access/signing-secret.ts";
import { anyCharacter } from "../../../support/any-character.ts";

const NOW = 1_700_000_000;
const SECRET = "whsec_one";
const BODY = Buffer.from('{"id":"evt_1","object":"event","note":"Zoë ✓"}');
const stripe = new Stripe("sk_test_unused");

const hexOf = (body: Uint8Array, secret: string, seconds: number) =>
  createHmac("sha256", secret)
    .update(Buffer.concat([Buffer.from(`${seconds}.`), body]))
    .digest("hex");

const verdict = (header: string | undefined, secrets = [SECRET], now = NOW, rawBody: Uint8Array = BODY) =>
  verifySignature({ rawBody, header }, secrets, now);

it("is valid for whatever was signed, text or not", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  fc.assert(
    fc.property(bytes, fc.string(), fc.integer({ min: 0, max: 4_000_000_000 }), (body, secret, seconds) => {
      const header = signatureHeader(body, [secret], seconds);
      expect(header).toBe(`t=${seconds},v1=${hexOf(body, secret, seconds)}`);
      expect(verdict(header, [secret], seconds, body)).toBe("valid");
    }),
  );
});

it("fails when any one byte of the body is another", () => {
  const header = signatureHeader(BODY, [SECRET], NOW);
  fc.assert(
    fc.property(fc.nat(BODY.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const changed = Uint8Array.from(BODY, (byte, index) => (index === at ? byte ^ flip : byte));
      expect(verdict(header, [SECRET], NOW, changed)).toBe("mismatch");
    }),
  );
});

it.each([
  ["a byte more", Buffer.concat([BODY, Buffer.from(" ")])],
  ["a byte less", BODY.subarray(0, -1)],
  ["nothing", Buffer.alloc(0)],
])("fails when the body has %s", (_, changed) => {
  expect(verdict(signatureHeader(BODY, [SECRET], NOW), [SECRET], NOW, changed)).toBe("mismatch");
});

it("fails when only the time is moved", () => {
  const header = signatureHeader(BODY, [SECRET], NOW).replace(`t=${NOW}`, `t=${NOW + 1}`);
  expect(verdict(header)).toBe("mismatch");
});

describe("the stripe SDK as the other side", () => {
  const seconds = Math.floor(Date.now() / 1000);

  it.each([
    ["the secret", SECRET],
    ["the new secret of a rotation", "whsec_new"],
  ])("accepts our header with %s", (_, secret) => {
    const header = signatureHeader(BODY, [SECRET, "whsec_new"], seconds);
    expect(stripe.webhooks.constructEvent(BODY, header, secret)).toMatchObject({ id: "evt_1" });
  });

  it("rejects our header with another secret", () => {
    const header = signatureHeader(BODY, [SECRET], seconds);
    expect(() => stripe.webhooks.constructEvent(BODY, header, "whsec_other")).toThrow(/signature/i);
  });

  it("makes headers that we accept", () => {
    const payload = BODY.toString("utf8");
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: NOW });
    expect(verdict(header)).toBe("valid");
    expect(verdict(header, ["whsec_other"])).toBe("mismatch");
  });
});

describe("its time", () => {
  it.each([
    [-301, "too_new"],
    [-300, "valid"],
    [0, "valid"],
    [300, "valid"],
    [301, "too_old"],
  ])("read %d s after the signing: %s", (later, expected) => {
    expect(verdict(signatureHeader(BODY, [SECRET], NOW), [SECRET], NOW + later)).toBe(expected);
  });

  it("says nothing about a forgery: that is a mismatch, however old", () => {
    expect(verdict(signatureHeader(BODY, ["whsec_other"], NOW), [SECRET], NOW + 9999)).toBe("mismatch");
  });
});

const ours = hexOf(BODY, SECRET, NOW);
const other = hexOf(BODY, "whsec_other", NOW);

it.each([
  ["the first of our secrets", `t=${NOW},v1=${ours}`, [SECRET, "whsec_next"], "valid"],
  ["the last of our secrets", `t=${NOW},v1=${ours}`, ["whsec_a", "whsec_b", SECRET], "valid"],
  ["the second signature", `t=${NOW},v1=${other},v1=${ours}`, [SECRET], "valid"],
  ["a signature behind one that is none", `t=${NOW},v1=short,v1=${ours}`, [SECRET], "valid"],
  ["the time behind the signature", `v1=${ours},t=${NOW}`, [SECRET], "valid"],
  ["spaces and another scheme beside it", `t=${NOW}, v0=${other}, v1=${ours}`, [SECRET], "valid"],
  ["no secret at all", `t=${NOW},v1=${ours}`, [], "mismatch"],
  ["none of our secrets", `t=${NOW},v1=${other},v1=${other}`, [SECRET, "whsec_b"], "mismatch"],
])("several secrets and signatures: %s", (_, header, secrets, expected) => {
  expect(verdict(header, secrets)).toBe(expected);
});

describe("is malformed:", () => {
  const hex = hexOf(BODY, SECRET, NOW);

  it.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["commas", ",,,"],
    ["no time", `v1=${hex}`],
    ["an empty time", `t=,v1=${hex}`],
    ["a time in words", `t=now,v1=${hex}`],
    ["a negative time", `t=-${NOW},v1=${hex}`],
    ["a time with a fraction", `t=${NOW}.5,v1=${hex}`],
    ["a time in hex", `t=0x6553f100,v1=${hex}`],
    ["a time of 13 digits", `t=${NOW}000,v1=${hex}`],
    ["no signature", `t=${NOW}`],
    ["an empty signature", `t=${NOW},v1=`],
    ["another scheme only", `t=${NOW},v0=${hex}`],
    ["a name in capitals", `T=${NOW},V1=${hex}`],
    ["capital hex", `t=${NOW},v1=${hex.toUpperCase()}`],
    ["a digit too few", `t=${NOW},v1=${hex.slice(1)}`],
    ["a digit too many", `t=${NOW},v1=${hex}0`],
    ["base64", `t=${NOW},v1=${Buffer.from(hex, "hex").toString("base64")}`],
    ["semicolons", `t=${NOW};v1=${hex}`],
  ])("%s", (_, header) => {
    expect(verdict(header)).toBe("malformed");
  });

  it("never throws, whatever the header", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (header) => {
        expect(["malformed", "mismatch"]).toContain(verdict(header));
      }),
    );
  });
});
