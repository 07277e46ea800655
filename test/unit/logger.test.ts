import { afterAll, afterEach, expect, it, vi } from "vitest";

// With this the library writes to the ordinary console, where it can be heard.
vi.stubEnv("POWERTOOLS_DEV", "true");
vi.stubEnv("POWERTOOLS_LOG_LEVEL", "DEBUG");
const { describeError, log } = await import("../../shared/logger.ts");

const CANARY = "canary-4242424242424242";
const LEVELS = ["debug", "info", "warn", "error"] as const;
const spies = LEVELS.map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
const heard = () => spies.flatMap((spy) => spy.mock.calls.flat()).join("\n");

afterEach(() => {
  for (const spy of spies) spy.mockClear();
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it.each(LEVELS)("writes the message and the allowed fields at level %s", (level) => {
  log(level, "something happened", { traceId: "trace-1", status: 201, merchantId: "mer_1" });
  expect(JSON.parse(heard())).toMatchObject({
    level: level.toUpperCase(),
    message: "something happened",
    traceId: "trace-1",
    status: 201,
    merchantId: "mer_1",
  });
});

it.each(["secret", "apiKey", "authorization", "signature", "body", "email", "cause", "error", "message"])(
  "lets no field named %s through, whatever object it came along in",
  (name) => {
    log("error", "something happened", { traceId: "trace-1", ...({ [name]: CANARY } as object) });
    expect(heard()).toContain("trace-1");
    expect(heard()).not.toContain(CANARY);
  },
);

it("lets no error through that came along, nor its cause", () => {
  const error = new Error(CANARY, { cause: new Error(CANARY) });
  log("error", "something happened", { traceId: "trace-1", ...({ error } as object) });
  expect(heard()).not.toContain(CANARY);
});

it("leaves out what is undefined", () => {
  log("info", "something happened", { traceId: undefined, status: 200 });
  expect(JSON.parse(heard())).not.toHaveProperty("traceId");
});

it("describes an error by its name and its place, not by its words", () => {
  const error = new TypeError(`cannot charge ${CANARY}`, { cause: new Error(CANARY) });
  const described = describeError(error);
  expect(described.errorName).toBe("TypeError");
  expect(described.frames).toContain("logger.test.ts");
  expect(JSON.stringify(described)).not.toContain(CANARY);
});

it("is not fooled by words that look like a place", () => {
  expect(JSON.stringify(describeError(new Error(`choked on:\n    at ${CANARY}`)))).not.toContain(CANARY);
});

it.each([[CANARY], [{ secret: CANARY }], [undefined]])(
  "describes %j, thrown as it is, by its type",
  (thrown) => {
    expect(describeError(thrown)).toEqual({ errorName: typeof thrown });
  },
);

it("keeps a deep stack short", () => {
  const deep = (depth: number): Error => (depth === 0 ? new Error("deep") : deep(depth - 1));
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const { frames } = describeError(deep(50));
  Error.stackTraceLimit = stackTraceLimit;
  expect(String(frames).split("\n")).toHaveLength(12);
});
