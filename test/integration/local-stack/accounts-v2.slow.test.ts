import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { MerchantApi } from "../../support/api.ts";
import { visit } from "../../support/onboarding.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";
import { spawnOperator } from "../operator/operator-process.ts";

/* A new platform's first merchant on a started stack: signed up by the operator, onboarded with v2, and paid. */

afterEach(cleanUp);

const URLS = { returnUrl: "https://shop.example/done", refreshUrl: "https://shop.example/again" };

async function operate<T>(stateDir: string, ...line: string[]): Promise<T> {
  const { code, stdout, stderr } = await spawnOperator([...line, "--json"], { STATE_DIR: stateDir }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as T;
}

it("is onboarded at v2's link, enabled by a thin event, and takes a payment", async () => {
  const stateDir = temporaryFolder();
  const stack = await SpawnedStack.start(stateDir, { env: { ACCOUNTS_API: "v2" } });
  const signedUp = ["merchants", "create", "--name", "Corner Shop"];
  const { merchantId } = await operate<{ merchantId: string }>(stateDir, ...signedUp);
  const { apiKey } = await operate<{ apiKey: string }>(stateDir, "keys", "issue", merchantId);
  const api = new MerchantApi(stack.demo.baseUrl, apiKey);
  const created = await api.call("POST", "/v1/onboarding/account");
  expect(created).toMatchObject({ status: 201, json: { onboardingStatus: "pending" } });
  const link = await api.call("POST", "/v1/onboarding/link", URLS);
  expect(await visit(link.json.url, "complete")).toBe(URLS.returnUrl);
  const status = async () => (await api.call("GET", "/v1/onboarding/status")).json.onboardingStatus;
  await expect.poll(status).toBe("enabled");
  const asked = await fetch(`${stack.demo.processorUrl}/_simulator/requests`);
  const { requests } = (await asked.json()) as { requests: { method: string; path: string }[] };
  const posted = requests.filter(({ method }) => method === "POST").map(({ path }) => path);
  expect(posted).toEqual(expect.arrayContaining(["/v2/core/accounts", "/v2/core/account_links"]));
  const payment = await api.create({ amountCents: 1000 }, randomUUID());
  await stack.confirm(payment);
  const { svcPaymentId } = payment.json;
  await expect.poll(async () => (await api.get(String(svcPaymentId))).json.status).toBe("succeeded");
});
