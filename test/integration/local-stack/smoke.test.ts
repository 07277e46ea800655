import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MerchantApi } from "../../support/api.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

const SMOKE = join(import.meta.dirname, "../../../infra/operator/smoke/smoke.ts");
const stateDir = temporaryFolder();

let stack: SpawnedStack;
beforeAll(async () => {
  stack = await SpawnedStack.start(stateDir);
}, 60_000);
afterAll(cleanUp);

const smoke = (args: string[] = [], env: Record<string, string> = { STATE_DIR: stateDir }) =>
  new Promise<{ code: number; lines: string[] }>((resolve) => {
    execFile(
      process.execPath,
      [SMOKE, ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), lines: `${out}${err}`.trim().split("\n") }),
    );
  });

it("says a line for each part that works: contract, refusal, ledger, payment, callback", async () => {
  const { code, lines } = await smoke();
  expect(lines).toEqual([
    `Smoke of ${stack.demo.baseUrl}`,
    "ok       contract   GET /v1/openapi.json answers 200",
    "ok       stranger   a request without a key answers 401",
    "ok       ledger     a list of payments answers 200",
    expect.stringMatching(/^ok {7}payment {4}svcpay_\S+ created and canceled$/),
    expect.stringMatching(/^ok {7}callback {3}evt_\S+ \(callback\.test\) is delivered$/),
  ]);
  expect(code).toBe(0);
  const { json } = await new MerchantApi(stack.demo.baseUrl, stack.demo.apiKey).call("GET", "/v1/payments");
  expect(json).toMatchObject([{ status: "canceled", amountCents: 100 }]);
}, 60_000);

it("fails, and says where, when events do not arrive", async () => {
  const api = new MerchantApi(stack.demo.baseUrl, stack.demo.apiKey);
  await api.call("POST", "/v1/callback-endpoint/disable", {});
  const { code, lines } = await smoke();
  expect(lines.at(-1)).toMatch(/^failed {3}callback /);
  expect(lines.filter((line) => line.startsWith("ok"))).toHaveLength(4);
  expect(code).toBe(1);
  await api.call("POST", "/v1/callback-endpoint/enable", {});
}, 60_000);

it("fails in one line where there is nothing to knock at", async () => {
  const empty = temporaryFolder();
  expect(await smoke([], { STATE_DIR: empty })).toEqual({
    code: 1,
    lines: [`There is no local stack in ${empty}: start one with npm start, or name one by STATE_DIR.`],
  });
  expect(await smoke(["--env", "staging"], {})).toEqual({
    code: 1,
    lines: ["Set SMOKE_API_KEY to an API key of a merchant made for this."],
  });
});

it("fails when the stack is gone", async () => {
  await stack.stop("SIGTERM");
  const { code, lines } = await smoke();
  expect(lines.slice(1).every((line) => line.startsWith("failed"))).toBe(true);
  expect(code).toBe(1);
}, 60_000);
