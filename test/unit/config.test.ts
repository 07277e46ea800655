import { afterEach, expect, it, vi } from "vitest";

type Config = typeof import("../../shared/runtime/config.ts");
type Name = Extract<keyof Config, `${string}Config`>;

/** As in a new process: what was read is remembered from then on. */
async function freshConfig(): Promise<Config> {
  vi.resetModules();
  return import("../../shared/runtime/config.ts");
}

const CANARY = "Canary 4242!";
const TERMS = { fixedCents: 30, minCents: 0, maxCents: null };
const POLICY = { bps: 250, byCurrency: { usd: TERMS } };

afterEach(() => {
  vi.unstubAllEnvs();
});

async function messageOf(name: Name): Promise<string> {
  const config = await freshConfig();
  try {
    config[name]();
  } catch (error) {
    return String(error);
  }
  return "";
}

it.each([
  { read: "environmentConfig", given: { ENVIRONMENT: "prod-2" }, result: { ENVIRONMENT: "prod-2" } },
  { read: "ledgerConfig", given: { TABLE_NAME: "ledger" }, result: { TABLE_NAME: "ledger" } },
  {
    read: "processorConfig",
    given: { PROCESSOR_SECRET_ID: "arn:1" },
    result: { PROCESSOR_SECRET_ID: "arn:1" },
  },
  {
    read: "feeConfig",
    given: { DEFAULT_FEE_POLICY: JSON.stringify(POLICY) },
    result: { DEFAULT_FEE_POLICY: POLICY },
  },
  {
    read: "typedAboveConfig",
    given: { CONSOLE_TYPED_ABOVE: '{"usd":50000}' },
    result: { CONSOLE_TYPED_ABOVE: { usd: 50_000 } },
  },
])("settings are read: $given", async ({ read, given, result }) => {
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  expect((await freshConfig())[read as Name]()).toEqual(result);
});

it.each([
  { name: "ENVIRONMENT", read: "environmentConfig" },
  { name: "TABLE_NAME", read: "ledgerConfig" },
  { name: "PROCESSOR_SECRET_ID", read: "processorConfig" },
  { name: "DEFAULT_FEE_POLICY", read: "feeConfig" },
  { name: "CONSOLE_TYPED_ABOVE", read: "typedAboveConfig" },
])("a missing setting is named $name", async ({ name, read }) => {
  vi.stubEnv(name, undefined);
  expect(await messageOf(read as Name)).toContain(name);
});

const policy = (given: object) => JSON.stringify({ ...POLICY, ...given });
const terms = (given: object) => policy({ byCurrency: { usd: { ...TERMS, ...given } } });

it.each([
  ["ENVIRONMENT", CANARY, "environmentConfig"],
  ["ENVIRONMENT", "e".repeat(22), "environmentConfig"],
  ["ENVIRONMENT", "e", "environmentConfig"],
  ["FEED_HORIZON_SECONDS", "10000", "feedConfig"],
  ["FEED_HORIZON_SECONDS", "", "feedConfig"],
  ["METRICS", CANARY, "metricsConfig"],
  ["CALLBACK_ALLOW_LOOPBACK", CANARY, "senderConfig"],
  ["TABLE_NAME", "", "ledgerConfig"],
  ["PROCESSOR_BASE_URL", CANARY, "processorConfig"],
  ["DEFAULT_FEE_POLICY", policy({ bps: CANARY }), "feeConfig"],
  ["DEFAULT_FEE_POLICY", policy({ bps: 10_001 }), "feeConfig"],
  ["DEFAULT_FEE_POLICY", terms({ fixedCents: -1 }), "feeConfig"],
  ["DEFAULT_FEE_POLICY", terms({ minCents: 0.5 }), "feeConfig"],
  ["DEFAULT_FEE_POLICY", terms({ maxCents: undefined }), "feeConfig"],
  ["DEFAULT_FEE_POLICY", policy({ [CANARY]: CANARY }), "feeConfig"],
  ["DEFAULT_FEE_POLICY", JSON.stringify(CANARY), "feeConfig"],
  ["DEFAULT_FEE_POLICY", CANARY, "feeConfig"],
  ["CONSOLE_TYPED_ABOVE", JSON.stringify({ usd: CANARY }), "typedAboveConfig"],
  ["CONSOLE_TYPED_ABOVE", JSON.stringify({ usd: 0.5 }), "typedAboveConfig"],
  ["CONSOLE_TYPED_ABOVE", JSON.stringify({ usd: -1 }), "typedAboveConfig"],
  ["CONSOLE_TYPED_ABOVE", JSON.stringify({ euro: 1 }), "typedAboveConfig"],
  ["CONSOLE_TYPED_ABOVE", JSON.stringify({ [CANARY]: 1 }), "typedAboveConfig"],
])("an invalid setting is named, and its value is not shown: %s=%s", async (name, value, read) => {
  vi.stubEnv("PROCESSOR_SECRET_ID", "arn:1");
  vi.stubEnv(name, value);
  expect(await messageOf(read as Name)).toContain(name);
  expect(await messageOf(read as Name)).not.toContain(CANARY);
});

it.each([
  [
    "DEFAULT_FEE_POLICY",
    { bps: 0, byCurrency: { usd: { fixedCents: 0, minCents: 0, maxCents: 0 } } },
    "feeConfig",
  ],
  ["DEFAULT_FEE_POLICY", { ...POLICY, bps: 10_000 }, "feeConfig"],
  ["CONSOLE_TYPED_ABOVE", { usd: 0 }, "typedAboveConfig"],
] as const)("a setting may lie on its bounds: %s=%j", async (name, value, read) => {
  vi.stubEnv(name, JSON.stringify(value));
  const config = (await freshConfig())[read]() as Record<string, unknown>;
  expect(config[name]).toEqual(value);
});

it.each<[string, string | undefined, Name, unknown]>([
  ["TABLE_NAME", "t", "ledgerConfig", "t"],
  ["ENVIRONMENT", "e1", "environmentConfig", "e1"],
  ["ENVIRONMENT", "e".repeat(21), "environmentConfig", "e".repeat(21)],
  ["FEED_HORIZON_SECONDS", "0", "feedConfig", 0],
  ["FEED_HORIZON_SECONDS", "9999", "feedConfig", 9999],
  ["FEED_HORIZON_SECONDS", undefined, "feedConfig", 60],
  ["METRICS", "on", "metricsConfig", "on"],
  ["METRICS", undefined, "metricsConfig", "on"],
  ["CALLBACK_ALLOW_LOOPBACK", "true", "senderConfig", "true"],
  ["CALLBACK_ALLOW_LOOPBACK", undefined, "senderConfig", "false"],
])(
  "the setting %s=%s is taken, and what was not set has its default",
  async (name, value, read, expected) => {
    vi.stubEnv(name, value);
    const config = (await freshConfig())[read]() as Record<string, unknown>;
    expect(config[name]).toBe(expected);
  },
);

it.each([
  ["is read when it is first used, and remembered", "ledger", "another"],
  ["that failed is read again", undefined, "ledger"],
])("a setting %s", async (_, first, second) => {
  const { ledgerConfig } = await freshConfig();
  vi.stubEnv("TABLE_NAME", first);
  if (first) expect(ledgerConfig()).toEqual({ TABLE_NAME: "ledger" });
  else expect(ledgerConfig).toThrow("TABLE_NAME");
  vi.stubEnv("TABLE_NAME", second);
  expect(ledgerConfig()).toEqual({ TABLE_NAME: "ledger" });
});
