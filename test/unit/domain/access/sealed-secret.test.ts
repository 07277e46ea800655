import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIRST_KEY_ID } from "../../../../shared/domain/access/callback-keys.ts";
import { NONCE_BYTES, seal, unseal } from "../../../../shared/domain/access/signing-secret.ts";

const HERE = { key: "key from Secrets Manager", keyId: FIRST_KEY_ID, merchantId: "mer_One" };
const SECRET = "whsec_Zm9yIG5vYm9keSBlbHNl";
const nonce = () => randomBytes(NONCE_BYTES);
const box = seal(SECRET, { ...HERE, nonce: nonce() });

it("opens what was sealed, whatever it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), (plain, key, merchantId) => {
      const context = { key, keyId: FIRST_KEY_ID, merchantId };
      expect(unseal(seal(plain, { ...context, nonce: nonce() }), context)).toBe(plain);
    }),
  );
});

it("shows nothing of the secret", () => {
  expect(JSON.stringify(box)).not.toContain(SECRET);
  expect(Buffer.from(box.sealed, "base64").toString("latin1")).not.toContain(SECRET.slice(0, 8));
});

it("looks different each time", () => {
  const boxes = [box, ...Array.from({ length: 9 }, () => seal(SECRET, { ...HERE, nonce: nonce() }))];
  expect(new Set(boxes.map(({ sealed }) => sealed)).size).toBe(10);
});

describe("does not open", () => {
  it.each([4, 8, 12, 15])("with a tag cut to %d bytes", (length) => {
    const empty = seal("", { ...HERE, nonce: nonce() });
    const sealed = Buffer.from(empty.sealed, "base64").subarray(0, length).toString("base64");
    expect(() => unseal({ ...empty, sealed }, HERE)).toThrow();
  });

  it.each([
    ["for another merchant", { ...HERE, merchantId: "mer_Two" }],
    ["for no merchant", { ...HERE, merchantId: "" }],
    ["with another key", { ...HERE, key: "another key" }],
    ["with no key", { ...HERE, key: "" }],
  ])("%s", (_, context) => {
    expect(() => unseal(box, context)).toThrow();
  });

  it.each(["nonce", "sealed"] as const)("when any byte of its %s is another", (part) => {
    const bytes = Buffer.from(box[part], "base64");
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ flip : byte)));
        expect(() => unseal({ ...box, [part]: changed.toString("base64") }, HERE)).toThrow();
      }),
    );
  });

  it("when it was cut anywhere", () => {
    const bytes = Buffer.from(box.sealed, "base64");
    for (let length = 0; length < bytes.length; length++) {
      const sealed = bytes.subarray(0, length).toString("base64");
      expect(() => unseal({ ...box, sealed }, HERE), `${length} bytes`).toThrow();
    }
  });

  it("with the nonce of another box", () => {
    const other = seal(SECRET, { ...HERE, nonce: nonce() });
    expect(() => unseal({ ...box, nonce: other.nonce }, HERE)).toThrow();
  });
});
