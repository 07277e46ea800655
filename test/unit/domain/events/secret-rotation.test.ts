import { expect, it } from "vitest";
import {
  type CallbackSecret,
  endedSecrets,
  liveSecrets,
  withNewSecret,
} from "../../../../shared/domain/events/callback-endpoint.ts";

const NOW = 1_700_000_000_000;

const secret = (name: string, endsAt: number | null): CallbackSecret => ({
  box: { nonce: "n", sealed: name, keyId: "0" },
  createdAt: 0,
  endsAt,
});
const FRESH = secret("fresh", null);

const rotate = (secrets: CallbackSecret[], graceMs: number) =>
  withNewSecret({ url: "https://shop.example/", secrets, disabled: false, version: 1 }, FRESH, {
    at: NOW,
    previousEndsAt: NOW + graceMs,
  });
const names = (secrets: CallbackSecret[]) => secrets.map(({ box }) => box.sealed);

it("lets the old one sign until the grace is over", () => {
  const secrets = rotate([secret("old", null)], 1000);
  expect(secrets).toEqual([FRESH, secret("old", NOW + 1000)]);
});

it("keeps the last one that has ended, and none before it", () => {
  const before = [secret("old", null), secret("older", NOW - 1), secret("oldest", NOW - 2)];
  expect(names(rotate(before, 1000))).toEqual(["fresh", "old", "older"]);
});

it.each([5, 5000])("leaves one that is in a grace its own end, in %i ms", (graceMs) => {
  expect(rotate([secret("old", null), secret("older", NOW + graceMs)], 1000)).toEqual([
    FRESH,
    secret("old", NOW + 1000),
    secret("older", NOW + graceMs),
  ]);
});

it("without a grace leaves one that signs, and remembers the others", () => {
  const secrets = rotate([secret("old", null), secret("older", NOW + 5)], 0);
  const endpoint = { url: "https://shop.example/", secrets, disabled: false, version: 2 };
  expect(names(liveSecrets(endpoint, NOW))).toEqual(["fresh"]);
  expect(names(endedSecrets(endpoint, NOW))).toEqual(["old", "older"]);
});

it("does not grow, however often it is done", () => {
  let secrets = [secret("first", null)];
  for (let round = 0; round < 20; round++) secrets = rotate(secrets, round % 2 === 0 ? 0 : 1000);
  expect(secrets.length).toBeLessThanOrEqual(4);
});
