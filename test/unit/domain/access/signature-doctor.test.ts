import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adviceFor,
  diagnoseSignature,
  eventIdIn,
  SIGNATURE_VERDICTS,
} from "../../../../shared/domain/access/signature-doctor.ts";
import { signatureHeader } from "../../../../shared/domain/access/signing-secret.ts";
import { anyCharacter } from "../../../support/any-character.ts";

const NOW = 1_700_000_000;
const BODY = JSON.stringify({ id: "evt_1", data: { b: 1, a: [1.5, "ü"] } }, null, 2);
const SENT = Buffer.from(BODY);

const sign = (secrets: string[], seconds = NOW, body = BODY) =>
  signatureHeader(Buffer.from(body), secrets, seconds);

const diagnose = (rawBody: string, header: string, sentBody?: Uint8Array) =>
  diagnoseSignature(
    { rawBody, signatureHeader: header },
    { live: ["new", "old"], ended: ["ended"], sentBody },
    NOW,
  );

describe("the verdict on", () => {
  it.each([
    ["what either living secret signed", BODY, sign(["old"]), "valid"],
    ["a header of two signatures, one of them ours", BODY, sign(["new", "stranger"]), "valid"],
    ["an ended secret", BODY, sign(["ended"]), "old_secret"],
    ["an ended secret, long ago", BODY, sign(["ended"], NOW - 90_000), "old_secret"],
    ["a stranger's secret", BODY, sign(["stranger"]), "wrong_secret"],
    ["the last second of the tolerance", BODY, sign(["new"], NOW - 300), "valid"],
    ["one second more", BODY, sign(["new"], NOW - 301), "timestamp_too_old"],
    ["one second more ahead", BODY, sign(["new"], NOW + 301), "timestamp_too_new"],
    ["no header", BODY, "", "header_malformed"],
    ["a header with its name", BODY, "Svc-Signature: t=1,v1=0", "header_malformed"],
    ["a header without a time", BODY, `v1=${"0".repeat(64)}`, "header_malformed"],
    ["a header without a signature", BODY, "t=1700000000", "header_malformed"],
    ["a header in capital letters", BODY, `t=1700000000,v1=${"A".repeat(64)}`, "header_malformed"],
    ["a header of another scheme", BODY, `t=1700000000,v0=${"0".repeat(64)}`, "header_malformed"],
    ["a signature without its end", BODY, `t=1700000000,v1=${"0".repeat(63)}`, "header_malformed"],
    ["a compact copy", JSON.stringify(JSON.parse(BODY)), sign(["new"]), "body_reserialized"],
    ["a compact copy, long ago", JSON.stringify(JSON.parse(BODY)), sign(["new"], 1), "body_reserialized"],
    ["a copy under an ended secret", JSON.stringify(JSON.parse(BODY)), sign(["ended"]), "body_reserialized"],
    ["another end of line", BODY.replaceAll("\n", "\r\n"), sign(["new"]), "body_reserialized"],
    ["white space around it", `\n ${BODY} `, sign(["new"]), "body_reserialized"],
    ["another body", BODY.replace("1.5", "2"), sign(["new"]), "wrong_secret"],
  ])("%s", (_, seen, header, expected) => {
    expect(diagnose(seen, header)).toBe(expected);
  });

  describe("the other scheme,", () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const old = `whsec_${Buffer.alloc(32, 0xfb).toString("base64")}`;
    const known = { live: [secret], ended: [old] };
    /** Our scheme, with the key in a form that is not ours. */
    const signWith = (key: string | Buffer) =>
      `t=${NOW},v1=${createHmac("sha256", key).update(`${NOW}.${BODY}`).digest("hex")}`;
    const judge = (header: string) =>
      diagnoseSignature({ rawBody: BODY, signatureHeader: header }, known, NOW);

    it.each([
      ["one signature", "v1,3q2+7w=="],
      ["two", "v1,3q2+7w== v1,AAAA"],
      ["an asymmetric one", "v1a,3q2+7w=="],
    ])("its header with %s", (_, header) => {
      expect(judge(header)).toBe("other_scheme_header");
    });

    it.each([
      ["the bytes of its base64", Buffer.alloc(32, 7)],
      ["its text without the prefix", secret.slice("whsec_".length)],
      ["the bytes of an ended one", Buffer.alloc(32, 0xfb)],
    ])("our secret as %s", (_, key) => {
      expect(judge(signWith(key))).toBe("other_scheme_secret");
    });

    it("the right form is still right beside the other scheme", () => {
      expect(judge(signWith(secret))).toBe("valid");
      expect(judge(signWith(old))).toBe("old_secret");
      expect(judge(signWith("whsec_"))).toBe("wrong_secret");
    });
  });

  it.each([
    ["in another order", JSON.stringify({ data: { a: [1.5, "ü"], b: 1 }, id: "evt_1" })],
    ["cut off at its end", BODY.slice(0, -5)],
  ])("a body %s that can only be told by the bytes that were sent", (_, changed) => {
    expect(diagnose(changed, sign(["new"]))).toBe("wrong_secret");
    expect(diagnose(changed, sign(["new"]), SENT)).toBe("body_reserialized");
    expect(diagnose(changed, sign(["stranger"]), SENT)).toBe("wrong_secret");
  });

  it("anything, without throwing", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string(), (seen, header) => {
        expect(SIGNATURE_VERDICTS).toContain(diagnose(seen, header, SENT));
        expect(["valid", "old_secret", "body_reserialized"]).not.toContain(diagnose(seen, header, SENT));
      }),
    );
  });
});

it.each(SIGNATURE_VERDICTS)("the advice on %s is whole", (verdict) => {
  const advice = adviceFor(verdict, sign(["new"], NOW - 1234), NOW);
  expect(advice).toMatch(/^[A-Z].+\.$/);
  expect(advice).not.toContain("{");
  if (verdict.startsWith("timestamp")) expect(advice).toContain("1234 s");
});

it.each([
  ["spaced", BODY, "evt_1"],
  ["compact", '{"id":"evt_1"}', "evt_1"],
  ["cut off", '{"data":{"object":{"id":"pi_1"}},"id" : "evt_1","x', "evt_1"],
  ["none", '{"id":"pi_1"}', undefined],
  ["not an id", '{"id":"evt_../1"}', undefined],
  ["nothing", "", undefined],
])("finds the event's id: %s", (_, text, expected) => {
  expect(eventIdIn(text)).toBe(expected);
});

it("looks for an id in linear time", () => {
  const hostile = `"id"${" ".repeat(1000)}`.repeat(300);
  const startedAt = performance.now();
  expect(eventIdIn(hostile)).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(500);
});
