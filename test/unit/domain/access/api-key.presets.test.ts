import { expect, it } from "vitest";
import {
  KEY_GRACE_SECONDS,
  PRESETS,
  requireFurtherScope,
  requirePreset,
  requireScope,
  scopesOf,
  seesExactEvents,
} from "../../../../shared/domain/access/api-key.ts";
import { requireGrace } from "../../../../shared/domain/access/grace.ts";
import { SCOPES } from "../../../../shared/domain/scope.ts";

it("a preset has the scopes that the documents say, and one of a later release has none", () => {
  expect(Object.fromEntries([...PRESETS, "later"].map((preset) => [preset, scopesOf(preset)]))).toEqual({
    full: SCOPES,
    checkout: ["payments:read", "payments:write", "customers:read", "customers:write"],
    till: ["payments:read", "payments:write", "terminal"],
    billing: ["payments:read", "payments:write", "customers:read", "customers:write", "charges:write"],
    "back-office": ["payments:read", "events:read", "finance:read", "refunds:write", "console"],
    read: ["payments:read", "events:read", "finance:read"],
    later: [],
  });
});

it("a preset is known by its name, and a scope that it does not have is rejected", () => {
  expect(requirePreset("read")).toBe("read");
  expect(() => requirePreset("everything")).toThrow("There is no preset everything");
  expect(() => requireScope("read", "payments:read")).not.toThrow();
  expect(() => requireScope("read", "refunds:write")).toThrow("does not have the scope refunds:write");
  expect(() => requireFurtherScope(["console"], "console", "It")).not.toThrow();
  expect(() => requireFurtherScope(["console"], "events:read", "It")).toThrow(
    "It needs the scope events:read.",
  );
});

it("only a key that may do everything sees events byte for byte", () => {
  expect(PRESETS.filter(seesExactEvents)).toEqual(["full"]);
});

it("what was replaced lives on for a whole number of seconds up to the longest grace", () => {
  for (const seconds of [0, 1, 86_400]) expect(() => requireGrace(seconds, 86_400)).not.toThrow();
  for (const seconds of [-1, 86_401, 0.5, Number.NaN])
    expect(() => requireGrace(seconds, 86_400)).toThrow("The grace period must be between 0 and 1 days.");
  expect(() => requireGrace(-1, 86_400)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  expect(KEY_GRACE_SECONDS).toEqual({ standard: 24 * 3600, longest: 30 * 24 * 3600 });
});

it("every key that opens the console may read all of its overview", () => {
  const opening = PRESETS.filter((preset) => scopesOf(preset).includes("console"));
  expect(opening.length).toBeGreaterThan(0);
  for (const preset of opening)
    expect(scopesOf(preset), preset).toEqual(expect.arrayContaining(["finance:read", "events:read"]));
});
