import { isDeepStrictEqual } from "node:util";
import fc, { type JsonValue } from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson, fingerprint } from "../../../shared/domain/id.ts";

/** Minus zero and zero are the same number to JSON. */
const values = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

/** The same value as another client might write it: keys turned round, white space wherever it is allowed. */
function rewrite(value: JsonValue, space: string): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => space + rewrite(item, space) + space).join(",")}]`;
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value)
    .reverse()
    .map(
      ([key, member]) => `${space}${JSON.stringify(key)}${space}:${space}${rewrite(member ?? null, space)}`,
    );
  return `{${members.join(",")}${space}}`;
}

it("does not depend on key order or white space", () => {
  fc.assert(
    fc.property(values, fc.constantFrom("", " ", "\n\t", "\r\n    "), (value, space) => {
      expect(fingerprint(JSON.parse(rewrite(value, space)))).toBe(fingerprint(value));
    }),
  );
});

it("loses nothing of the value, so different values have different fingerprints", () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(isDeepStrictEqual(JSON.parse(canonicalJson(value)), value)).toBe(true);
    }),
  );
});

it.each([
  ["a number and its text", { amountCents: 100 }, { amountCents: "100" }],
  ["null and nothing", { orderRef: null }, {}],
  ["a default that was sent and one that was not", { currency: "usd" }, {}],
  ["upper and lower case", { currency: "usd" }, { currency: "USD" }],
  ["the order of a list", { paymentMethodTypes: ["a", "b"] }, { paymentMethodTypes: ["b", "a"] }],
  ["an object and a list", {}, []],
  ["where a field stands", { a: { b: 1 } }, { a: {}, b: 1 }],
  ["a quoted structure and a real one", { a: '{"b":1}' }, { a: { b: 1 } }],
])("a fingerprint tells apart: %s", (_, one, other) => {
  expect(fingerprint(one)).not.toBe(fingerprint(other));
});

it("stays the same from release to release, because stored fingerprints are compared with new ones", () => {
  // printf '{"amountCents":1000,"currency":"usd"}' | openssl dgst -sha256 -binary | head -c 16 | basenc --base64url
  expect(fingerprint({ currency: "usd", amountCents: 1000 })).toBe("2jNzX3LZe8LQ3LegswjcbA");
});
