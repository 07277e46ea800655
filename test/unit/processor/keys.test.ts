import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LOCAL_CREDENTIALS } from "../../../infra/local/environment.ts";
import { close, listen } from "../../../infra/local/http-listen.ts";
import { startSecretsManager } from "../../../infra/local/secrets-manager.ts";

/** Where the processor's key comes from, and how soon a function notices that there is another one. */
const SECRET = "payments/test/processor";
const secrets: Record<string, string> = {};
const write = (secretKey: string) => {
  secrets[SECRET] = JSON.stringify({ secretKey, publishableKey: "pk_test_1" });
};

/** A processor that knows one key. */
let validKey = "";
let hasFault = false;
let asked = 0;
const processor = createServer((request, response) => {
  asked++;
  if (hasFault) return void response.writeHead(500).end(JSON.stringify({ error: { type: "api_error" } }));
  const isKnown = request.headers.authorization === `Bearer ${validKey}`;
  response.writeHead(isKnown ? 200 : 401, { "Content-Type": "application/json" });
  const account = { id: "acct_1", object: "account", charges_enabled: true };
  response.end(JSON.stringify(isKnown ? account : { error: { type: "invalid_request_error" } }));
});

let manager: Awaited<ReturnType<typeof startSecretsManager>>;
let fetchAccount: typeof import("../../../shared/processor/accounts.ts").fetchAccount;
beforeAll(async () => {
  manager = await startSecretsManager(secrets);
  const variables = {
    ...LOCAL_CREDENTIALS,
    ENVIRONMENT: "test",
    LOG_LEVEL: "SILENT",
    PROCESSOR_SECRET_ID: SECRET,
    PROCESSOR_BASE_URL: await listen(processor, 0),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.url,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([close(processor), close(manager.server)]);
});
// A function that has just started, and remembers nothing.
beforeEach(async () => {
  vi.resetModules();
  ({ fetchAccount } = await import("../../../shared/processor/accounts.ts"));
  delete secrets[SECRET];
  validKey = "sk_test_first";
  hasFault = false;
  asked = 0;
});

it("a secret that could not be read is read again for the next call", async () => {
  await expect(fetchAccount("acct_1")).rejects.toMatchObject({ code: "service_unavailable" });
  write("sk_test_first");
  expect(await fetchAccount("acct_1")).toMatchObject({ accountId: "acct_1" });
});

it("a key that the processor does not know any more is read again for the next call", async () => {
  write("sk_test_first");
  expect(await fetchAccount("acct_1")).toMatchObject({ accountId: "acct_1" });
  validKey = "sk_test_rolled";
  write("sk_test_rolled");
  await expect(fetchAccount("acct_1")).rejects.toMatchObject({ code: "processor_unavailable" });
  expect(await fetchAccount("acct_1")).toMatchObject({ accountId: "acct_1" });
});

it("a key that serves is not read for every call", async () => {
  write("sk_test_first");
  await fetchAccount("acct_1");
  write("sk_test_other");
  expect(await fetchAccount("acct_1")).toMatchObject({ accountId: "acct_1" });
});

it("a call that the processor has failed is not sent again by the SDK: a retry is the caller's, under its claim", async () => {
  write("sk_test_first");
  hasFault = true;
  await expect(fetchAccount("acct_1")).rejects.toMatchObject({ code: "processor_unavailable" });
  expect(asked).toBe(1);
});
