import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FUNCTIONS, QUEUES } from "../../infra/topology.ts";

/*
 * The limits of everything that runs, written out. The other tests of this folder compare what is synthesized with the
 * topology, and follow every mistake in it.
 */

const LIMITS = FUNCTIONS.map(({ name, operations, timeoutSeconds, memoryMegabytes, consumes, schedule }) => ({
  name,
  isEndpoint: operations !== undefined,
  limits: { timeoutSeconds, memoryMegabytes },
  consumes:
    consumes && `${consumes.queue}, ${consumes.batchSize} at a time, ${consumes.maximumConcurrency} at once`,
  schedule,
}));

it("every function's code lies where its row says", () => {
  const root = join(import.meta.dirname, "../..");
  expect(FUNCTIONS.filter(({ entry }) => !existsSync(join(root, entry)))).toEqual([]);
});

const limitsOf = (name: string) => LIMITS.find((one) => one.name === name);

/** They read nothing but what is bundled with them. */
const BUNDLED = ["get-openapi", "get-openapi-3-0", "problems", "get-docs", "get-console-page"];

it("an endpoint answers before the gateway gives up on it, with the memory at which it starts quickest", () => {
  const endpoints = LIMITS.filter(
    ({ name, isEndpoint }) => isEndpoint && ![...BUNDLED, "webhook"].includes(name),
  );
  expect(endpoints.length).toBeGreaterThan(30);
  for (const { name, limits } of endpoints)
    expect([name, limits]).toEqual([name, { timeoutSeconds: 25, memoryMegabytes: 512 }]);
});

it.each([...BUNDLED, "not-found"])("%s, which asks nothing of anybody, is small and quick", (name) => {
  expect(limitsOf(name)?.limits).toEqual({ timeoutSeconds: 5, memoryMegabytes: 256 });
});

it.each([
  ["webhook", 25, 256],
  ["delivery", 120, 256],
  ["sweep", 60, 512],
  ["open-work", 120, 512],
  ["missed-events", 120, 512],
  ["daily-statements", 120, 512],
  ["reconciliation", 900, 512],
])("%s may take %d seconds, with %d MB", (name, timeoutSeconds, memoryMegabytes) => {
  expect(limitsOf(name)?.limits).toEqual({ timeoutSeconds, memoryMegabytes });
});

it("queues are emptied by so many functions at once that neither the processor nor a merchant's server is overrun", () => {
  expect(LIMITS.flatMap(({ name, consumes }) => (consumes ? [`${name}: ${consumes}`] : []))).toEqual([
    "delivery: callbacks, 10 at a time, 50 at once",
    "open-work: open-work, 10 at a time, 5 at once",
    "reconciliation: reconciliation, 1 at a time, 5 at once",
  ]);
});

it("the clock calls the sweep every minute, asks for missed events every hour, and for statements five minutes after six", () => {
  expect(LIMITS.flatMap(({ name, schedule }) => (schedule ? [[name, schedule]] : []))).toEqual([
    ["sweep", { everyMinutes: 1 }],
    ["missed-events", { everyMinutes: 60 }],
    ["daily-statements", { dailyAtHour: 6, minute: 5 }],
  ]);
});

it("a queue keeps and hides its messages, and gives up on them, as long as is written here", () => {
  expect(QUEUES).toEqual({
    callbacks: { retentionDays: 4, visibilitySeconds: 720, maxReceives: 24, deadLetters: "dead-letters" },
    "open-work": { retentionDays: 1, visibilitySeconds: 720, maxReceives: 24, deadLetters: "dead-letters" },
    reconciliation: {
      retentionDays: 2,
      visibilitySeconds: 5400,
      maxReceives: 16,
      deadLetters: "reconciliation-dead-letters",
    },
    "dead-letters": { retentionDays: 14, visibilitySeconds: 30 },
    "reconciliation-dead-letters": { retentionDays: 14, visibilitySeconds: 30 },
  });
});

const namesWith = (may: (one: (typeof FUNCTIONS)[number]) => boolean | undefined): string[] =>
  FUNCTIONS.filter(may)
    .map(({ name }) => name)
    .sort();

it("the webhook's secret is read by the webhook alone, and callbacks' key by what signs or makes their secrets", () => {
  expect(namesWith(({ secrets }) => secrets.includes("webhook"))).toEqual(["webhook"]);
  expect(namesWith(({ secrets }) => secrets.includes("callback-key"))).toEqual([
    "callback-endpoints",
    "delivery",
    "diagnose-callback",
    "rotate-callback-secret",
  ]);
});

it("the workers that ask the processor are those that visit open work, reconcile and take its webhook", () => {
  const endpoints = LIMITS.flatMap(({ name, isEndpoint }) => (isEndpoint ? [name] : []));
  const asking = namesWith(({ secrets }) => secrets.includes("processor"));
  expect(asking).toContain("webhook");
  expect(asking.filter((name) => !endpoints.includes(name))).toEqual(["open-work", "reconciliation"]);
});

it("what is sent on is sent by those that are written here", () => {
  const sends = FUNCTIONS.flatMap(({ name, sends }) => (sends ? [`${name}: ${sends.join(", ")}`] : []));
  expect(sends).toEqual([
    // A visible change is told at once by the function that makes it.
    "charge-payment: callbacks",
    "capture-payment: callbacks",
    "cancel-payment: callbacks",
    "refund-payment: callbacks",
    "create-account: callbacks",
    "refresh-onboarding-status: callbacks",
    "redeliver-event: callbacks",
    "enable-callback-endpoint: open-work",
    "test-callback-endpoint: callbacks",
    "webhook: callbacks, open-work",
    "delivery: callbacks, dead-letters",
    "sweep: callbacks, open-work",
    "open-work: callbacks, dead-letters, reconciliation",
    "missed-events: reconciliation",
    "daily-statements: reconciliation",
    "reconciliation: callbacks",
  ]);
});

/** Places in paths that have more than one parameter's name: API Gateway rejects the second with a conflict. */
const ambiguousPlaces = (paths: readonly string[]): string[] => {
  const names = new Map<string, Set<string>>();
  for (const path of paths)
    for (const { 0: name, index } of path.matchAll(/\{\w+\}/g)) {
      const prefix = path.slice(0, index);
      names.set(prefix, (names.get(prefix) ?? new Set()).add(name));
    }
  return [...names].flatMap(([prefix, found]) =>
    found.size > 1 ? [`${prefix}: ${[...found].join(", ")}`] : [],
  );
};

it("a place in a path has one parameter's name in all routes, as API Gateway demands", () => {
  expect(ambiguousPlaces(["/v1/a/{id}", "/v1/b/{ref}", "/v1/a/{ref}/c"])).toEqual(["/v1/a/: {id}, {ref}"]);
  const paths = FUNCTIONS.flatMap(({ routes }) => routes.map(({ path }) => path));
  expect(paths.filter((path) => path.includes("{")).length).toBeGreaterThan(20);
  expect(ambiguousPlaces(paths)).toEqual([]);
});
