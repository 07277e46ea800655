import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { pack, unpack } from "../../../shared/ledger/packed.ts";
import { makeDictionary } from "../../../shared/ledger/packing-dictionary.ts";

const OWN = "PAYMENT#svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0";

it("gives back every byte, whatever the bytes are", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.string(), (bytes, own) => {
      expect(Buffer.from(bytes).equals(unpack(pack(bytes, own), own))).toBe(true);
    }),
  );
});

/** What lies in tables can be read under these very texts only. Never mend this test: add a format beside this one. */
it("is frozen", () => {
  const digest = createHash("sha256").update(makeDictionary()).digest("hex");
  expect(digest).toBe("c4ce005b84720e40805f60c5b70cce74ac397c53195ec2879a6f449f11e556b5");
  const stored = Buffer.from("ePmLfPPqwxUohPQhBwsiKdQCAButGeE=", "base64");
  expect(unpack(stored, OWN).toString()).toBe(
    '{"svcPaymentId":"svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0","status":"succeeded"}',
  );
});

it("rejects bytes that are another item's, instead of making something up", () => {
  const packed = pack('{"svcPaymentId":"svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0"}', OWN);
  expect(() => unpack(packed, "PAYMENT#svcpay_0")).toThrow();
});
