import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  composeApiKey,
  isOpenedBy,
  merchantIdOf,
  newMerchantId,
  parseApiKey,
} from "../../../../shared/domain/access/api-key.ts";
import { hashSecret, secretMatches } from "../../../../shared/domain/access/credential.ts";

const SALT = "5a17";

/** A key and its record, from bytes that fast-check chooses. */
const issued = fc.infiniteStream(fc.nat(255)).map((bytes) => {
  const random = (size: number) => Uint8Array.from({ length: size }, () => bytes.next().value ?? 0);
  const merchantId = newMerchantId(random);
  const { keyId, secret, apiKey } = composeApiKey(merchantId, random);
  return { merchantId, keyId, apiKey, stored: { salt: SALT, hash: hashSecret(secret, SALT) } };
});

/** What a request with this text ends in: the record that it names, opened by its secret. */
function opens(text: string, { keyId, stored }: { keyId: string; stored: { salt: string; hash: string } }) {
  const parts = parseApiKey(text);
  return parts !== undefined && parts.keyId === keyId && secretMatches(parts.secret, stored);
}

it("has one shape: prefix, locator of 26, secret of 28, checksum of 6", () => {
  fc.assert(
    fc.property(issued, ({ apiKey, merchantId, keyId }) => {
      expect(apiKey).toMatch(/^svc_live_[0-9A-Za-z]{60}$/);
      expect(merchantId).toMatch(/^mer_[0-9A-Za-z]{16}$/);
      expect(keyId).toMatch(/^key_[0-9A-Za-z]{26}$/);
    }),
  );
});

it("opens its own record and names its merchant", () => {
  fc.assert(
    fc.property(issued, (key) => {
      expect(opens(key.apiKey, key)).toBe(true);
      expect(parseApiKey(key.apiKey)?.merchantId).toBe(key.merchantId);
      expect(merchantIdOf(key.keyId)).toBe(key.merchantId);
    }),
  );
});

it("opens nothing once any one character is changed", () => {
  fc.assert(
    fc.property(issued, fc.nat(68), fc.stringMatching(/^[ -~]$/), (key, at, character) => {
      fc.pre(key.apiKey[at] !== character);
      expect(opens(key.apiKey.slice(0, at) + character + key.apiKey.slice(at + 1), key)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

it("is rejected by its checksum alone when two neighbors are swapped", () => {
  fc.assert(
    fc.property(issued, fc.integer({ min: 9, max: 67 }), ({ apiKey }, at) => {
      const [one = "", two = ""] = apiKey.slice(at, at + 2);
      fc.pre(one !== two);
      expect(parseApiKey(apiKey.slice(0, at) + two + one + apiKey.slice(at + 2))).toBeUndefined();
    }),
  );
});

describe("is no key:", () => {
  const { apiKey } = composeApiKey(newMerchantId(randomBytes), randomBytes);

  it.each([
    ["nothing", ""],
    ["the prefix alone", "svc_live_"],
    ["a character too few", apiKey.slice(0, -1)],
    ["a character too many", `${apiKey}0`],
    ["a line break behind it", `${apiKey}\n`],
    ["a space before it", ` ${apiKey}`],
    ["another prefix", apiKey.replace("live", "test")],
    ["another alphabet", apiKey.replace(/.$/, "é")],
  ])("%s", (_, text) => {
    expect(parseApiKey(text)).toBeUndefined();
  });
});

describe("the stored hash", () => {
  const secret = "a".repeat(28);

  it("does not contain the secret and differs with the salt", () => {
    expect(hashSecret(secret, SALT)).not.toContain(secret);
    expect(hashSecret(secret, SALT)).not.toBe(hashSecret(secret, "other"));
  });

  it("does not match under another salt", () => {
    expect(secretMatches(secret, { salt: "other", hash: hashSecret(secret, SALT) })).toBe(false);
  });
});

it("gives the same merchant several keys with nothing in common but the merchant", () => {
  const merchantId = newMerchantId(randomBytes);
  const [one, two] = [composeApiKey(merchantId, randomBytes), composeApiKey(merchantId, randomBytes)];
  expect(one.keyId).not.toBe(two.keyId);
  expect(one.secret).not.toBe(two.secret);
  expect(merchantIdOf(one.keyId)).toBe(merchantIdOf(two.keyId));
});

it("a key is opened by its own secret alone, until it ends or is revoked", () => {
  const stored = { salt: SALT, hash: hashSecret("right", SALT), endsAt: 10 };
  expect(isOpenedBy("right", stored, 9)).toBe(true);
  expect(isOpenedBy("wrong", stored, 9)).toBe(false);
  expect(isOpenedBy("right", stored, 10)).toBe(false);
  expect(isOpenedBy("right", { ...stored, revokedAt: 100 }, 9)).toBe(false);
});
