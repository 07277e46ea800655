import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LOCAL_CREDENTIALS } from "../../../infra/local/environment.ts";
import { runChecks } from "../../../infra/operator/smoke/checks.ts";
import { MerchantApi } from "../../support/api.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { describedStack, startCloudFormation } from "../../support/fake-aws.ts";
import { temporaryFolder } from "../../support/spawned-stack.ts";
import { useDesk } from "../operator/desk.ts";

const SMOKE = join(import.meta.dirname, "../../../infra/operator/smoke/smoke.ts");
const desk = useDesk();
const stack = () => desk.stack;

type Smoked = { code: number; lines: string[] };

/** The command, in a process of its own. */
const smoke = (args: string[] = [], env: Record<string, string> = { STATE_DIR: desk.stateDir }) =>
  new Promise<Smoked>((resolve) => {
    execFile(process.execPath, [SMOKE, ...args], { env: childEnvironment(env) }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), lines: `${out}${err}`.trim().split("\n") }),
    );
  });

/** What the command does, in this process. */
async function smokeHere(env: Record<string, string>, environment?: string): Promise<Smoked> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  await runChecks(environment);
  return { code: Number(process.exitCode ?? 0), lines };
}

afterEach(() => {
  process.exitCode = 0;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("says a line for each part that works: contract, rejection, ledger, payment, callback", async () => {
  const { code, lines } = await smoke();
  expect(lines).toEqual([
    `Smoke of ${stack().demo.baseUrl}`,
    "ok       contract   GET /v1/openapi.json answers 200",
    "ok       stranger   a request without a key answers 401",
    "ok       ledger     a list of payments answers 200",
    expect.stringMatching(/^ok {7}payment {4}svcpay_\S+ created and canceled$/),
    expect.stringMatching(/^ok {7}callback {3}evt_\S+ \(callback\.test\) is delivered$/),
  ]);
  expect(code).toBe(0);
  const { json } = await new MerchantApi(stack().demo.baseUrl, stack().demo.apiKey).call(
    "GET",
    "/v1/payments",
  );
  expect((json as unknown as object[])[0]).toMatchObject({ status: "canceled", amountCents: 100 });
});

it("fails, and says where, when events do not arrive", async () => {
  const api = new MerchantApi(stack().demo.baseUrl, stack().demo.apiKey);
  await api.onEndpoint("disable", {});
  const { code, lines } = await smokeHere({ STATE_DIR: desk.stateDir });
  expect(lines.at(-1)).toMatch(/^failed {3}callback /);
  expect(lines.filter((line) => line.startsWith("ok"))).toHaveLength(4);
  expect(code).toBe(1);
  await api.onEndpoint("enable", {});
});

describe("a merchant without a callback endpoint", () => {
  let shop: Awaited<ReturnType<typeof desk.openShop>>;
  beforeAll(async () => {
    shop = await desk.openShop("Smoke");
  });

  const expectAllButTheCallback = ({ code, lines }: Smoked) => {
    expect(lines[0]).toBe(`Smoke of ${shop.api.baseUrl}`);
    expect(lines.slice(1, -1).map((line) => line.split(" ")[0])).toEqual(["ok", "ok", "ok", "ok"]);
    expect(lines.at(-1)).toBe("skipped  callback   the merchant has no callback endpoint");
    expect(code).toBe(0);
  };

  it("is skipped there, which is said and is no failure", async () => {
    const other = temporaryFolder();
    const { baseUrl, apiKey } = shop.api;
    writeFileSync(join(other, "demo.json"), JSON.stringify({ baseUrl, apiKey }));
    expectAllButTheCallback(await smokeHere({ STATE_DIR: other }));
  });

  it("can be one of a deployed environment, which its stack's outputs lead to", async () => {
    const xml = describedStack({ ApiUrl: shop.api.baseUrl });
    const { url, server } = await startCloudFormation({ status: 200, xml });
    const env = { ...LOCAL_CREDENTIALS, AWS_ENDPOINT_URL_CLOUDFORMATION: url };
    const smoked = await smokeHere({ ...env, SMOKE_API_KEY: shop.api.apiKey }, "dev");
    server.close();
    expectAllButTheCallback(smoked);
  });
});

it("fails in one line where there is nothing to knock at", async () => {
  const empty = temporaryFolder();
  await expect(smokeHere({ STATE_DIR: empty })).rejects.toThrow(
    `There is no local stack in ${empty}: start one with npm start, or set STATE_DIR.`,
  );
  expect(await smoke(["--env", "staging"], {})).toEqual({
    code: 1,
    lines: ["Set SMOKE_API_KEY to an API key of the smoke test's merchant."],
  });
});

it("fails when the stack is gone", async () => {
  const gone = temporaryFolder();
  const { apiKey } = stack().demo;
  // Nothing listens at port 1.
  writeFileSync(join(gone, "demo.json"), JSON.stringify({ baseUrl: "http://127.0.0.1:1", apiKey }));
  const { code, lines } = await smokeHere({ STATE_DIR: gone });
  expect(lines.slice(1).every((line) => line.startsWith("failed"))).toBe(true);
  expect(code).toBe(1);
});
