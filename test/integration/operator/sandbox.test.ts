import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runTrials } from "../../../infra/operator/smoke/sandbox/run-trials.ts";
import { TRIALS } from "../../../infra/operator/smoke/sandbox/trials.ts";
import { SECRET_KEY, useAccount, useBench } from "../simulator/support.ts";

/** The simulator takes the processor's place: this tests the command, not what we believe of the processor. */
const bench = useBench();
const account = useAccount(bench);

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  vi.stubEnv("SANDBOX_URL", bench.simulator.url);
  vi.stubEnv("SANDBOX_KEY", SECRET_KEY);
});

afterEach(() => {
  process.exitCode = 0;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const enable = () =>
  bench.control("POST", `accounts/${account.stripeAccount}`, {
    charges_enabled: true,
    details_submitted: true,
  });

it("an account that can take charges is needed, and what to do without one is said in a line", async () => {
  await expect(runTrials(undefined)).rejects.toThrow(
    /^No account of this sandbox can take charges\. Onboard one, or set SANDBOX_ACCOUNT\.$/,
  );
});

describe("with an onboarded account", () => {
  beforeEach(enable);

  it("every trial says in a line what the processor did, and the simulator does as it believes", async () => {
    await runTrials(undefined);
    expect(lines[0]).toBe(`Trying the processor's sandbox in ${account.stripeAccount}`);
    const tried = lines.slice(1).map((line) => line.split(/ +/, 2));
    expect(tried).toEqual(TRIALS.map(({ name }) => ["believed", name]));
    expect(process.exitCode ?? 0).toBe(0);
  });

  it("what the processor does otherwise is said, and the command fails", async () => {
    await bench.control("POST", "switches", { searchOffered: false });
    await runTrials("search");
    await bench.control("POST", "switches", { searchOffered: true });
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^differs +search +refused with 4\d\d, code /)]);
    expect(process.exitCode).toBe(1);
  });

  it("a trial that could not be made is no difference, and the command fails", async () => {
    const fault = { method: "GET", path: "/v1/payment_intents/search", kind: "forbidden" };
    await bench.control("POST", "faults", fault);
    await runTrials("search");
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^failed +search /)]);
    expect(process.exitCode).toBe(1);
  });
});

it.each([
  ["no key", "", /^Set SANDBOX_KEY to a secret key of the processor's sandbox/],
  ["a live key", "sk_live_1", /^SANDBOX_KEY is not a test key\. The trials never use real money\.$/],
  ["a live restricted key", "rk_live_1", /^SANDBOX_KEY is not a test key/],
])("%s is refused in one line, before anything is asked", async (_, key, says) => {
  vi.stubEnv("SANDBOX_KEY", key);
  await expect(runTrials(undefined)).rejects.toThrow(says);
});

it("an unknown trial is refused with the names of those that there are", async () => {
  await expect(runTrials("nothing")).rejects.toThrow(/^There is no trial nothing\. Trials: application, /);
});

it("the page on going live has a row for every trial, and no other", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../shared/contract/going-live.md"), "utf8");
  const named = [...page.matchAll(/^\|.*--sandbox --only ([a-z-]+)`/gm)].map(([, name]) => name);
  expect(named).toEqual(TRIALS.map(({ name }) => name));
});
