import { expect, it } from "vitest";
import { type CallbackSecret, liveSecrets } from "../../../../shared/domain/events/callback-endpoint.ts";

const NOW = 1_700_000_000_000;

const secret = (name: string, endsAt: number | null): CallbackSecret => ({
  box: { nonce: "n", sealed: name },
  createdAt: 0,
  endsAt,
});

it.each([
  ["the current secret", [secret("new", null)], ["new"]],
  ["both during a rotation, in their order", [secret("new", null), secret("old", NOW + 1)], ["new", "old"]],
  ["not the old one from its last moment on", [secret("new", null), secret("old", NOW)], ["new"]],
  ["not the old one later", [secret("old", NOW - 1), secret("new", null)], ["new"]],
  ["none where there is none", [], []],
])("signs with %s", (_, secrets, expected) => {
  const endpoint = { url: "https://shop.example/", secrets, disabled: false, version: 1 };
  expect(liveSecrets(endpoint, NOW).map(({ box }) => box.sealed)).toEqual(expected);
});
