import { expect, it } from "vitest";
import {
  type CallbackSecret,
  liveSecrets,
  recentSetUps,
  withSetUp,
} from "../../../../shared/domain/events/callback-endpoint.ts";

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

const DAY_MS = 86_400_000;
const setUp = (at: number) => ({ at, action: "rotate", sessionId: "ses_1" });

it("what a session has set up is shown for thirty days, and not from then on", () => {
  const setUps = [setUp(NOW - 30 * DAY_MS + 1), setUp(NOW - 30 * DAY_MS)];
  expect(recentSetUps({ setUps }, NOW)).toEqual([setUps[0]]);
  expect(recentSetUps({}, NOW)).toEqual([]);
});

it("the five newest of what sessions have set up are kept, the newest first", () => {
  const setUps = [1, 2, 3, 4, 5].map((days) => setUp(NOW - days * DAY_MS));
  const endpoint = { url: "https://shop.example/", secrets: [], disabled: false, version: 1, setUps };
  expect(withSetUp(endpoint, setUp(NOW)).setUps).toEqual([setUp(NOW), ...setUps.slice(0, 4)]);
});
