import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findTestPaymentMethod } from "../../../infra/simulator/resources/test-payment-methods.ts";
import { FAULT_KINDS } from "../../../infra/simulator/world/faults.ts";
import { ENDPOINTS } from "../../../infra/topology.ts";
import { matchingMethods } from "../../../shared/contract/routes.ts";
import { APPLIED_EVENTS, isChoosable, PROCESSOR_EVENTS } from "../../../shared/domain/events/event-types.ts";
import { FAILURES, isFailureCode } from "../../../shared/domain/failure.ts";
import { DEFAULT_EVENTS } from "../../support/default-events.ts";

const page = (name: string) =>
  readFileSync(new URL(`../../../shared/contract/${name}.md`, import.meta.url), "utf8");

const integrating = page("integrating");
const testing = page("testing");
const pages = {
  integrating,
  testing,
  "going-live": page("going-live"),
  "which-answer": page("which-answer"),
  finance: page("finance"),
  quickstart: page("quickstart"),
  "in-person": page("in-person"),
  walkthrough: page("walkthrough"),
  "platform-events": page("platform-events"),
};

const found = (text: string, expression: RegExp) =>
  [...text.matchAll(expression)].map(([, value = ""]) => value);

describe.each(Object.entries(pages))("%s.md", (_, text) => {
  it("names only endpoints that exist", () => {
    const calls = [...text.matchAll(/`(GET|POST|PUT)\s(\/(?:v1|problems)\/[^`\s?]*)/g)];
    for (const [, method = "", path = ""] of calls) {
      const concrete = path.replaceAll(/\{\w+\}/g, "x");
      expect(matchingMethods(ENDPOINTS, concrete), path).toContain(method);
    }
  });

  it("leads to pages that are there", () => {
    for (const name of found(text, /\]\(([\w-]+)\.md\)/g)) expect(Object.keys(pages)).toContain(name);
  });
});

it("going-live.md names every event that the processor has to send, and tells those that can be chosen from those of the ledger alone", () => {
  const [, chosen = "", ledgers = ""] =
    /that a merchant can choose \(([^)]+)\), and six that only the ledger follows: ([\s\S]+?)\n- /.exec(
      pages["going-live"],
    ) ?? [];
  const names = (text: string) => found(text, /`([a-z_.]+)`/g).sort();
  const isChosen = (type: string) => !DEFAULT_EVENTS.some((one) => one === type);
  expect(names(chosen)).toEqual(PROCESSOR_EVENTS.filter(isChosen).sort());
  expect(names(ledgers)).toEqual([...APPLIED_EVENTS].sort());
});

describe("integrating.md", () => {
  it("tells of every event that is forwarded by default, and beside them only of what can be chosen", () => {
    const told = found(integrating, /`((?:payment_intent|charge|refund|payout|account)\.[a-z_.]+)`/g);
    expect(told).toEqual(expect.arrayContaining(DEFAULT_EVENTS));
    expect(told.filter((type) => !isChoosable(type))).toEqual([]);
  });

  it("tells of problems by their codes", () => {
    const codes = found(integrating, /\b[45]\d\d `([a-z_]+)`/g);
    expect(codes).toContain("in_progress");
    expect(codes.filter((code) => !isFailureCode(code))).toEqual([]);
  });

  it("advises to retry exactly what is retryable", () => {
    const advised = [...integrating.matchAll(/^\| \d{3} (`[^|]+) \| +(\S+)/gm)].flatMap(
      ([, codes = "", advice = ""]) =>
        found(codes, /`([a-z_]+)`/g).map((code) => ({ code, retry: advice.startsWith("yes") })),
    );
    expect(advised.length).toBeGreaterThan(3);
    for (const { code, retry } of advised) {
      expect(isFailureCode(code) && FAILURES[code].retryable, code).toBe(retry);
    }
    const retryable = Object.entries(FAILURES).filter(([, { retryable }]) => retryable);
    expect(retryable.map(([code]) => code).sort()).toEqual(
      advised
        .filter(({ retry }) => retry)
        .map(({ code }) => code)
        .sort(),
    );
  });
});

describe("testing.md", () => {
  it("names only test payment methods that the simulator knows", () => {
    const names = found(testing, /`(pm_\w+)`/g);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !findTestPaymentMethod(name))).toEqual([]);
  });

  it("names every way in which the simulator misbehaves", () => {
    expect(
      found(testing.split("## What needs a person")[0] ?? "", /^\| `([a-z_]+)` +\| /gm)
        .filter((kind) => !kind.startsWith("pm_"))
        .sort(),
    ).toEqual([...FAULT_KINDS].sort());
  });
});
