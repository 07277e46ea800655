import fc from "fast-check";
import { expect, it } from "vitest";
import { pack, unpack } from "../../../shared/ledger/table.ts";

it("gives back every byte, whatever the bytes are", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(Buffer.from(bytes).equals(unpack(pack(bytes)))).toBe(true);
    }),
  );
});

it("rejects bytes that were changed, instead of making something up", () => {
  const packed = pack('{"svcPaymentId":"svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0"}');
  const changed = packed.with(packed.length - 1, (packed.at(-1) ?? 0) ^ 1);
  expect(() => unpack(changed)).toThrow("incorrect data check");
});
