import { describe, expect, it } from "vitest";
import {
  type CallbackEndpoint,
  type CallbackSecret,
  endedSecrets,
  liveSecrets,
  payloadOf,
  recentSetUps,
  recentSetUpsOf,
  requireEnabled,
  requireEndpoint,
  requireNamedOrOnly,
  type SetUp,
  standingOf,
  withChoice,
  withNewSecret,
  withSetUp,
} from "../../../../shared/domain/events/callback-endpoint.ts";

const NOW = 1_700_000_000_000;

const secret = (name: string, endsAt: number | null): CallbackSecret => ({
  box: { nonce: "n", sealed: name, keyId: "0" },
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
  const endpoint = { endpointId: "ep_1", url: "https://shop.example/", secrets, disabled: false };
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
  const endpoint = { url: "https://shop.example/", secrets: [], disabled: false, setUps };
  expect(withSetUp(endpoint, setUp(NOW)).setUps).toEqual([setUp(NOW), ...setUps.slice(0, 4)]);
});

const ENDPOINT: CallbackEndpoint = {
  endpointId: "ep_1",
  url: "https://shop.example/",
  secrets: [],
  disabled: false,
};
const of = (...list: CallbackEndpoint[]) => ({ callbackEndpoints: { version: 1, list } });

it("an endpoint that chooses nothing anew keeps what it had chosen", () => {
  const chosen: CallbackEndpoint = { ...ENDPOINT, events: ["charge.refunded"], payload: "service" };
  expect(withChoice(chosen, {})).toEqual(chosen);
  expect(withChoice(ENDPOINT, {})).toEqual(ENDPOINT);
});

it("an endpoint keeps the events that it chooses, or goes back to the default ones", () => {
  const chosen = withChoice(ENDPOINT, { events: ["refund.failed", "charge.refunded"] });
  expect(chosen.events?.toSorted()).toEqual(["charge.refunded", "refund.failed"]);
  expect(withChoice(chosen, { events: ["payout.paid"] }).events).toEqual(["payout.paid"]);
  expect(withChoice(chosen, { events: null })).toEqual(ENDPOINT);
});

it("an endpoint gets the processor's payload unless it has chosen the service's", () => {
  const chosen = withChoice(ENDPOINT, { payload: "service" });
  expect([payloadOf(ENDPOINT), payloadOf(chosen)]).toEqual(["processor", "service"]);
  expect(withChoice(chosen, { payload: "processor" })).toEqual(ENDPOINT);
});

it("what is about an endpoint needs one, and what is sent now needs one that is enabled", () => {
  const disabled = { ...ENDPOINT, disabled: true };
  expect(requireEndpoint(of(disabled), "ep_1")).toBe(disabled);
  expect(() => requireEndpoint(of(disabled), "ep_2")).toThrow("no such callback endpoint");
  expect(requireEnabled(ENDPOINT)).toBe(ENDPOINT);
  expect(() => requireEnabled(disabled)).toThrow("disabled. Enable it first");
});

it("an endpoint needs no name where there is only one", () => {
  const other = { ...ENDPOINT, endpointId: "ep_2" };
  expect(requireNamedOrOnly(of(ENDPOINT))).toBe(ENDPOINT);
  expect(requireNamedOrOnly(of(ENDPOINT, other), "ep_2")).toBe(other);
  expect(() => requireNamedOrOnly(of(ENDPOINT, other))).toThrow("ep_1, ep_2");
  expect(() => requireNamedOrOnly({})).toThrow("no callback endpoint yet");
});

describe("a rotation of the secret", () => {
  const FRESH = secret("fresh", null);

  const rotate = (secrets: CallbackSecret[], graceMs: number) =>
    withNewSecret({ endpointId: "ep_1", url: "https://shop.example/", secrets, disabled: false }, FRESH, {
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
    const endpoint = { endpointId: "ep_1", url: "https://shop.example/", secrets, disabled: false };
    expect(names(liveSecrets(endpoint, NOW))).toEqual(["fresh"]);
    expect(names(endedSecrets(endpoint, NOW))).toEqual(["old", "older"]);
  });

  it("does not grow, however often it is done", () => {
    let secrets = [secret("first", null)];
    for (let round = 0; round < 20; round++) secrets = rotate(secrets, round % 2 === 0 ? 0 : 1000);
    expect(secrets.length).toBeLessThanOrEqual(4);
  });
});

describe("a delivery", () => {
  const waiting = { endpointId: "ep_1", delivery: "pending", nextAttemptAt: NOW, log: [] } as const;

  it("stands as its record says while the endpoint is there", () => {
    expect(standingOf(waiting, of(ENDPOINT))).toBe(waiting);
    const held = { ...waiting, delivery: "held" } as const;
    expect(standingOf(held, of({ ...ENDPOINT, disabled: true }))).toBe(held);
  });

  it("a delivery that has not arrived is not sent any more once the endpoint was deleted", () => {
    for (const delivery of ["pending", "held", "dead"] as const)
      expect(standingOf({ ...waiting, delivery }, of())).toEqual({
        endpointId: "ep_1",
        delivery: "none",
        log: [],
      });
  });

  it("stands as it arrived, or as it is being sent, also where the endpoint was deleted", () => {
    const arrived = { ...waiting, delivery: "delivered" } as const;
    expect(standingOf(arrived, of())).toBe(arrived);
    const beingSent = { ...waiting, leaseExpiresAt: NOW + 1 };
    expect(standingOf(beingSent, of())).toBe(beingSent);
  });
});

it("what sessions changed is shown for thirty days: the last five, of all endpoints and of those that are gone", () => {
  const DAY_MS = 86_400_000;
  const setUp = (at: number) => ({ at, action: "change", sessionId: "cs_1" });
  const keep = (...times: number[]) =>
    times.reduce<{ setUps?: SetUp[] }>((kept, at) => withSetUp(kept, setUp(at)), {}).setUps;
  const endpoint = (url: string, ...times: number[]) => ({
    ...{ endpointId: url, url, secrets: [], disabled: false, setUps: keep(...times) },
  });
  const list = [endpoint("a", 10, 40), endpoint("b", 20, 50)] as CallbackEndpoint[];
  const callbackEndpoints = { version: 1, list, setUps: keep(30, 60) ?? [] };
  const shown = (at: number) => recentSetUpsOf({ callbackEndpoints }, at).map(({ at: of, url }) => [of, url]);
  const all = [
    [60, undefined],
    [50, "b"],
    [40, "a"],
    [30, undefined],
    [20, "b"],
  ];
  expect(shown(60)).toEqual(all);
  expect(shown(30 * DAY_MS + 49)).toEqual(all.slice(0, 2));
});
