import { afterAll, afterEach, expect, it, vi } from "vitest";

vi.stubEnv("LOG_LEVEL", "DEBUG");
const { describeCause, describeError, log } = await import("../../shared/runtime/logger.ts");

const CANARY = "canary-4242424242424242";
const LEVELS = ["debug", "info", "warn", "error"] as const;
const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
const heard = () => written.mock.calls.map(([text]) => String(text)).join("");

afterEach(() => {
  written.mockClear();
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it.each(LEVELS)("writes the message and the allowed fields at level %s", (level) => {
  log(level, "something happened", { traceId: "trace-1", status: 201, merchantId: "mer_1" });
  expect(heard()).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(heard())).toEqual({
    level: level.toUpperCase(),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    message: "something happened",
    traceId: "trace-1",
    status: 201,
    merchantId: "mer_1",
  });
});

it.each([
  ["DEBUG", LEVELS],
  ["INFO", ["info", "warn", "error"]],
  ["WARN", ["warn", "error"]],
  ["ERROR", ["error"]],
  ["SILENT", []],
  ["a level that nobody knows", LEVELS],
])("at %s writes the levels %j and no others", async (least, expected) => {
  vi.stubEnv("LOG_LEVEL", least);
  vi.resetModules();
  const fresh = await import("../../shared/runtime/logger.ts");
  for (const level of LEVELS) fresh.log(level, level);
  const messages = heard().split("\n").filter(Boolean);
  expect(messages.map((line) => JSON.parse(line).message)).toEqual(expected);
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

it("begins with the place where an error was made", () => {
  function makeIt(): Error {
    return new Error("made here");
  }
  expect(String(describeError(makeIt()).frames).split("\n")[0]).toContain("makeIt");
});

it("describes what another service said by its name, its code and its status, and by the id that its support knows", () => {
  const said = { code: "E", $metadata: { httpStatusCode: 400, requestId: "request-1" } };
  const cause = Object.assign(new TypeError(CANARY), said);
  const expected = {
    ...{ causeName: "TypeError", causeCode: "E", causeStatus: "400", causeRequestId: "request-1" },
  };
  expect(describeCause(new Error("ours", { cause }))).toEqual(expected);
  expect(describeCause(cause)).toEqual(expected);
  expect(describeCause(CANARY)).toEqual({});
});

it("takes a word of up to eighty characters for a code, and nothing that could be a sentence", () => {
  const codeOf = (code: unknown) => describeCause(Object.assign(new Error("x"), { code })).causeCode;
  expect(codeOf("c".repeat(80))).toBe("c".repeat(80));
  for (const code of ["c".repeat(81), "two words", "", undefined]) expect(codeOf(code)).toBeUndefined();
});

it("keeps a deep stack short", () => {
  const deep = (depth: number): Error => (depth === 0 ? new Error("deep") : deep(depth - 1));
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const { frames } = describeError(deep(50));
  Error.stackTraceLimit = stackTraceLimit;
  expect(String(frames).split("\n")).toHaveLength(12);
});

it("says which limit of which table or index has throttled a request, and nothing else of the error", () => {
  const cause = Object.assign(new Error("secret"), {
    name: "ThrottlingException",
    ThrottlingReasons: [
      {
        reason: "KeyRangeThroughputExceeded",
        resource: "arn:aws:dynamodb:eu-west-1:111122223333:table/payments-prod/index/due",
      },
    ],
  });
  log("warn", "throttled", describeCause(new Error("ours", { cause })));
  expect(JSON.parse(heard())).toMatchObject({
    causeName: "ThrottlingException",
    causeReasons: "KeyRangeThroughputExceeded payments-prod/index/due",
  });
});
