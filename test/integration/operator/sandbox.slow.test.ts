import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runTrials } from "../../../infra/operator/smoke/sandbox/run-trials.ts";
import { TRIALS } from "../../../infra/operator/smoke/sandbox/trials.ts";
import { SECRET_KEY, useAccount, useBench } from "../simulator/support.ts";

/** The simulator takes the processor's place: this tests the command, not what we believe of the processor. */
const RESTRICTED_KEY = "rk_test_simulator";
const bench = useBench({ restrictedKey: RESTRICTED_KEY });
const account = useAccount(bench);

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  vi.stubEnv("SANDBOX_URL", bench.simulator.url);
  vi.stubEnv("SANDBOX_KEY", SECRET_KEY);
  vi.stubEnv("SANDBOX_RESTRICTED_KEY", RESTRICTED_KEY);
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

/** One that the other tests do not find. */
async function useAccountIn(country: string): Promise<void> {
  const { id } = await bench.stripe.accounts.create({ country });
  await bench.control("POST", `accounts/${id}`, { charges_enabled: true });
  vi.stubEnv("SANDBOX_ACCOUNT", id);
  leave = () => bench.control("POST", `accounts/${id}`, { charges_enabled: false });
}
let leave: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await leave?.();
  leave = undefined;
});

it("an account that can take charges is needed, and what to do without one is said in a line", async () => {
  await expect(runTrials(undefined)).rejects.toThrow(
    /^No account of this sandbox can take charges\. Onboard one, or set SANDBOX_ACCOUNT\.$/,
  );
});

describe("with an onboarded account", () => {
  beforeEach(enable);

  const funds = (sufficient: boolean) =>
    bench.control("POST", `accounts/${account.stripeAccount}/funds`, { sufficient });

  const platformFunds = (sufficient: boolean) => bench.control("POST", "platform/funds", { sufficient });

  async function failPayout(): Promise<void> {
    await bench.control("POST", `accounts/${account.stripeAccount}`, { payouts_enabled: true });
    const sale = { amount: 9000, currency: "usd", confirm: true, payment_method: "pm_card_visa" };
    await bench.stripe.paymentIntents.create({ ...sale, allowed_payment_method_types: ["card"] }, account);
    await bench.control("POST", `accounts/${account.stripeAccount}/payouts/hurry`);
    const { data } = await bench.stripe.payouts.list({ status: "in_transit" }, account);
    await bench.control("POST", `payouts/${data[0]?.id}/fail`);
  }

  const SLOW = { method: "POST", path: "/v1/payment_intents", kind: "slow", delayMs: 200, times: 1 };

  /** What a sandbox must have for a trial to see what it is about. */
  const PREPARE: Record<string, () => Promise<unknown>> = {
    "debit-refund": () => funds(false),
    "interac-refund": () => useAccountIn("CA"),
    "v2-list": () => bench.control("POST", "rights", { v2_account_storer: "write" }),
    "empty-platform": () => platformFunds(false),
    "failed-payout": failPayout,
    "fee-return-right": () => bench.control("POST", "rights", { application_fee: "read" }),
    "key-in-use": () => bench.control("POST", "faults", SLOW),
  };

  it.each(TRIALS)(
    "the trial $name says in a line what the processor did, and the simulator does as expected",
    async ({ name }) => {
      await PREPARE[name]?.();
      await runTrials(name).finally(() => Promise.all([funds(true), platformFunds(true)]));
      expect(lines[0]).toMatch(/^Trying the processor's sandbox in acct_/);
      expect(lines[1]).toMatch(/^result +tried +belief +seen$/);
      expect(lines.slice(2)).toEqual([expect.stringMatching(new RegExp(`^expected +${name} +\\S`))]);
      expect(process.exitCode ?? 0).toBe(0);
    },
  );

  /** The processor does otherwise, as far as the simulator can be made to. */
  const OTHERWISE: [string, RegExp, () => Promise<unknown>][] = [
    ["debit-refund", /pending/, () => funds(true)],
    ["fee-return-right", /succeeded/, () => bench.control("POST", "rights", { application_fee: "write" })],
    [
      "restricted-account",
      /connected_account/,
      () => bench.control("POST", "rights", { connected_account: "none" }),
    ],
    [
      "v2-account",
      /v1 shows its metadata and does not list it/,
      () => bench.control("POST", "switches", { v2MetadataInV1: true }),
    ],
    [
      "v2-account",
      /v1 shows no metadata and lists it/,
      () => bench.control("POST", "switches", { v2AccountsInV1List: true }),
    ],
  ];

  it.each(OTHERWISE)("the trial %s notices a processor that does otherwise", async (name, says, change) => {
    await change();
    await runTrials(name);
    await bench.control("POST", "switches", { v2MetadataInV1: false, v2AccountsInV1List: false });
    await bench.control("POST", "rights", { connected_account: "write" });
    expect(lines.slice(2)).toEqual([expect.stringMatching(/^differs/)]);
    expect(lines[2]).toMatch(says);
    expect(process.exitCode).toBe(1);
  });

  /** What no control of the simulator changes: then its answers are changed on their way. */
  const LIES: [string, RegExp, (answer: string, path: string) => string][] = [
    [
      "key-in-use",
      /409.*type invalid_request_error/,
      (answer) => answer.replaceAll('"idempotency_error"', '"invalid_request_error"'),
    ],
    [
      "v2-account-key",
      /the same account; with other parameters rejected with 400.*type invalid_request_error/,
      (answer) => answer.replaceAll('"idempotency_error"', '"invalid_request_error"'),
    ],
    [
      "reader",
      /paid again: rejected with 400, code payment_intent_unexpected_state/,
      (answer) => answer.replaceAll("intent_invalid_state", "payment_intent_unexpected_state"),
    ],
    [
      "busy-reader",
      /the same: taken; another: taken$/,
      (answer) => answer.replaceAll("process_payment_intent", "process_another_thing"),
    ],
    [
      "empty-platform",
      /code charge_disputed/,
      (answer) => answer.replaceAll("balance_insufficient", "charge_disputed"),
    ],
    [
      "debit-failure",
      /payment_failure_refund \(refund\)/,
      (answer) => answer.replaceAll('"charge_failure"', '"refund"'),
    ],
    [
      "failed-payout",
      /payout_cancel \(/,
      (answer) => answer.replaceAll('"payout_failure"', '"payout_cancel"'),
    ],
    [
      "reinstated-funds",
      /won; no charge\.dispute\.funds_reinstated/,
      (answer, path) => (path.includes("funds_reinstated") ? JSON.stringify(NOTHING_LISTED) : answer),
    ],
  ];
  const NOTHING_LISTED = { object: "list", data: [], has_more: false, url: "/v1/events" };

  it.each(LIES)("the trial %s notices a processor that answers otherwise", async (name, says, change) => {
    await PREPARE[name]?.();
    const liar = createServer(async (request, response) => {
      const { method = "GET", url = "", headers } = request;
      const sent = await buffer(request);
      const body = sent.length > 0 ? { body: sent } : {};
      const { host, connection, "content-length": _, ...passed } = headers;
      const init = { method, headers: passed as Record<string, string>, ...body };
      const answer = await fetch(`${bench.simulator.url}${url}`, init);
      const type = { "content-type": answer.headers.get("content-type") ?? "" };
      response.writeHead(answer.status, type).end(change(await answer.text(), url));
    });
    await once(liar.listen(0, "127.0.0.1"), "listening");
    vi.stubEnv("SANDBOX_URL", `http://127.0.0.1:${(liar.address() as AddressInfo).port}`);
    await runTrials(name).finally(() => platformFunds(true).then(() => liar.close()));
    expect(lines.slice(2)).toEqual([expect.stringMatching(/^differs/)]);
    expect(lines[2]).toMatch(says);
    expect(process.exitCode).toBe(1);
  });

  it("a trial that could not be made is no difference, and the command fails", async () => {
    await useAccountIn("US");
    await runTrials("interac-refund");
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/^failed +interac-refund .* needs an account in Canada, this one is in US$/),
    ]);
    expect(process.exitCode).toBe(1);
  });
});

it.each([
  ["no key", "", /^Set SANDBOX_KEY to a secret key of the processor's sandbox/],
  ["a live key", "sk_live_1", /^SANDBOX_KEY is not a test key\. The trials never use real money\.$/],
  ["a live restricted key", "rk_live_1", /^SANDBOX_KEY is not a test key/],
])("%s is rejected in one line, before anything is asked", async (_, key, says) => {
  vi.stubEnv("SANDBOX_KEY", key);
  await expect(runTrials(undefined)).rejects.toThrow(says);
});

it("a restricted key that is none is rejected, and trials that need one say so without it", async () => {
  vi.stubEnv("SANDBOX_RESTRICTED_KEY", SECRET_KEY);
  await expect(runTrials(undefined)).rejects.toThrow(/^SANDBOX_RESTRICTED_KEY is not a restricted test key/);
  vi.stubEnv("SANDBOX_RESTRICTED_KEY", "");
  await runTrials("restricted-account");
  expect(lines.at(-1)).toMatch(/^failed +restricted-account .* Set SANDBOX_RESTRICTED_KEY to a key /);
});

it("an unknown trial is rejected with the names of those that there are", async () => {
  await expect(runTrials("nothing")).rejects.toThrow(
    /^There is no trial nothing\. Trials: restricted-account, /,
  );
});

it("the page on going live has a row for every trial, and no other", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../shared/contract/going-live.md"), "utf8");
  const named = [...page.matchAll(/^\|.*--sandbox --only ([a-z0-9-]+)`/gm)].map(([, name]) => name);
  expect(named).toEqual(TRIALS.map(({ name }) => name));
});
