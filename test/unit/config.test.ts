import { afterEach, describe, expect, it, vi } from "vitest";
import { environmentConfig, feeConfig, ledgerConfig, processorConfig } from "../../shared/config.ts";

const CANARY = "Canary 4242!";
const POLICY = { bps: 250, fixedCents: 30, minCents: 0, maxCents: null };

afterEach(() => {
  vi.unstubAllEnvs();
});

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return String(error);
  }
  return "";
}

describe("settings are read", () => {
  it.each([
    { read: environmentConfig, given: { ENVIRONMENT: "prod-2" }, result: { ENVIRONMENT: "prod-2" } },
    { read: ledgerConfig, given: { TABLE_NAME: "ledger" }, result: { TABLE_NAME: "ledger" } },
    {
      read: processorConfig,
      given: { PROCESSOR_SECRET_ARN: "arn:1" },
      result: { PROCESSOR_SECRET_ARN: "arn:1" },
    },
    {
      read: feeConfig,
      given: { DEFAULT_FEE_POLICY: JSON.stringify(POLICY) },
      result: { DEFAULT_FEE_POLICY: POLICY },
    },
  ])("$given", ({ read, given, result }) => {
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
    expect(read()).toEqual(result);
  });
});

describe("a missing setting is named", () => {
  it.each([
    { name: "ENVIRONMENT", read: environmentConfig },
    { name: "TABLE_NAME", read: ledgerConfig },
    { name: "PROCESSOR_SECRET_ARN", read: processorConfig },
    { name: "DEFAULT_FEE_POLICY", read: feeConfig },
  ])("$name", ({ name, read }) => {
    vi.stubEnv(name, undefined);
    expect(messageOf(read)).toContain(name);
  });
});

describe("an invalid setting is named, and its value is not shown:", () => {
  const policy = (given: object) => JSON.stringify({ ...POLICY, ...given });

  it.each([
    ["ENVIRONMENT", CANARY, environmentConfig],
    ["TABLE_NAME", "", ledgerConfig],
    ["PROCESSOR_BASE_URL", CANARY, processorConfig],
    ["DEFAULT_FEE_POLICY", policy({ bps: CANARY }), feeConfig],
    ["DEFAULT_FEE_POLICY", policy({ bps: 10_001 }), feeConfig],
    ["DEFAULT_FEE_POLICY", policy({ fixedCents: -1 }), feeConfig],
    ["DEFAULT_FEE_POLICY", policy({ minCents: 0.5 }), feeConfig],
    ["DEFAULT_FEE_POLICY", policy({ maxCents: undefined }), feeConfig],
    ["DEFAULT_FEE_POLICY", policy({ [CANARY]: CANARY }), feeConfig],
    ["DEFAULT_FEE_POLICY", JSON.stringify(CANARY), feeConfig],
    ["DEFAULT_FEE_POLICY", CANARY, feeConfig],
  ])("%s=%s", (name, value, read) => {
    vi.stubEnv("PROCESSOR_SECRET_ARN", "arn:1");
    vi.stubEnv(name, value);
    expect(messageOf(read)).toContain(name);
    expect(messageOf(read)).not.toContain(CANARY);
  });
});
