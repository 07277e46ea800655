import { expect, it } from "vitest";
import { keptSubject, requireNotErased } from "../../../shared/domain/erasure.ts";

it.each([
  ["an id", "redeliver-event", "evt_1", "evt_1"],
  ["an operation under its payment", "visit-open-work", "svcpay_1/op_2", "svcpay_1/op_2"],
  ["a day's statement", "make-statement", "mer_1/2026-07-01", "mer_1/2026-07-01"],
  ["a merchant's name", "sign-up-merchant", "Jane Doe", undefined],
  ["a merchant's name that looks like an id", "sign-up-merchant", "key_stone", undefined],
  ["a word with an underscore", "set-fee", "jane_doe", undefined],
  ["an address", "set-callback-url", "https://jane.example", undefined],
  ["nothing", "set-fee", undefined, undefined],
])("an id stays what it is in %s", (_, action, subject, kept) => {
  expect(keptSubject({ action, subject })).toBe(kept);
});

it("nothing new may be written about a merchant that was erased", () => {
  expect(() => requireNotErased({ merchantId: "mer_1" })).not.toThrow();
  expect(() => requireNotErased({ merchantId: "mer_1", erasedAt: 1 })).toThrow("mer_1 was erased");
});
