import { expect, it } from "vitest";
import { keptSubject } from "../../../shared/domain/erasure.ts";

it.each([
  ["an id", "redeliver-event", "evt_1", "evt_1"],
  ["an operation under its payment", "visit-open-work", "svcpay_1/op_2", "svcpay_1/op_2"],
  ["a merchant's name", "sign-up-merchant", "Jane Doe", undefined],
  ["a merchant's name that looks like an id", "sign-up-merchant", "key_stone", undefined],
  ["a word with an underscore", "set-fee", "jane_doe", undefined],
  ["an address", "set-callback-url", "https://jane.example", undefined],
  ["nothing", "set-fee", undefined, undefined],
])("an id stays what it is in %s", (_, action, subject, kept) => {
  expect(keptSubject({ action, subject })).toBe(kept);
});
