import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LOCAL_CREDENTIALS } from "../../infra/local/environment.ts";
import { close } from "../../infra/local/http-listen.ts";
import { startSecretsManager } from "../../infra/local/secrets-manager.ts";

/** What a function does with its secrets when they are wrong, or out of reach. */
const KEY = "payments/test/callback-key";
const WEBHOOK = "payments/test/webhook";
const PROCESSOR = "payments/test/processor";
const GOOD_KEY = "k".repeat(64);
const secrets: Record<string, string> = {};

const spies = vi.hoisted(() => ({ log: vi.fn(), count: vi.fn() }));
vi.mock("../../shared/runtime/logger.ts", async (original) => ({
  ...(await original<object>()),
  ...spies,
}));

let manager: Awaited<ReturnType<typeof startSecretsManager>>;
let read: typeof import("../../shared/runtime/secrets.ts");
beforeAll(async () => {
  manager = await startSecretsManager(secrets);
  const variables = {
    ...LOCAL_CREDENTIALS,
    CALLBACK_KEY_SECRET_ID: KEY,
    WEBHOOK_SECRET_ID: WEBHOOK,
    PROCESSOR_SECRET_ID: PROCESSOR,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.url,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await close(manager.server);
});
// A function that has just started, and remembers nothing.
beforeEach(async () => {
  vi.resetModules();
  vi.useRealTimers();
  read = await import("../../shared/runtime/secrets.ts");
  for (const name of Object.keys(secrets)) delete secrets[name];
  spies.log.mockReset();
  spies.count.mockReset();
});

const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
const logged = () => spies.log.mock.calls.map(([level, text]) => `${level}: ${text}`);
/** A text without ids is the first key. */
const bare = (text: string | undefined) => ({ current: "0", keys: { 0: text } });
const UNREADABLE = { code: "service_unavailable" };

describe("a secret that cannot be refreshed", () => {
  it("serves on, is counted, and is looked for again after half a minute", async () => {
    secrets[KEY] = GOOD_KEY;
    expect(await read.readCallbackKeys()).toEqual(bare(GOOD_KEY));
    delete secrets[KEY];
    later(299_000);
    expect(await read.readCallbackKeys()).toEqual(bare(GOOD_KEY));
    expect(spies.count).not.toHaveBeenCalled();
    later(2_000);
    expect(await read.readCallbackKeys()).toEqual(bare(GOOD_KEY));
    expect(await read.readCallbackKeys()).toEqual(bare(GOOD_KEY));
    expect(spies.count.mock.calls).toEqual([["StaleSecrets"]]);
    // What stale-secrets.md looks for: the level, and why it could not be read.
    expect(spies.log.mock.calls).toMatchObject([
      ["warn", expect.stringContaining("callback-key"), { causeName: "ResourceNotFoundException" }],
    ]);
    secrets[KEY] = "n".repeat(64);
    expect(await read.readCallbackKeys()).toEqual(bare(GOOD_KEY));
    later(31_000);
    expect(await read.readCallbackKeys()).toEqual(bare(secrets[KEY]));
  });

  it("serves on when what is there now is wrong", async () => {
    secrets[WEBHOOK] = JSON.stringify({ secrets: ["whsec_0123456789abcdef"] });
    await read.readWebhookSecrets();
    secrets[WEBHOOK] = "oops";
    later(301_000);
    expect(await read.readWebhookSecrets()).toEqual(["whsec_0123456789abcdef"]);
    expect(logged()[0]).toBe("error: The secret webhook does not serve. It is wrong.");
    expect(spies.count.mock.calls).toEqual([["StaleSecrets"]]);
  });

  it("a secret that was never read and cannot be refreshed is a failure, and not remembered as one", async () => {
    await expect(read.readCallbackKeys()).rejects.toMatchObject(UNREADABLE);
    expect(spies.count).not.toHaveBeenCalled();
    secrets[KEY] = GOOD_KEY;
    expect(await read.readCallbackKeys()).toEqual(bare(GOOD_KEY));
  });
});

describe("a secret that is wrong", () => {
  it.each([
    ["webhook", WEBHOOK, "", "The secret webhook does not serve. It is empty."],
    ["webhook", WEBHOOK, "whsec_not_json_but_secret", "The secret webhook does not serve. It is wrong."],
    ["webhook", WEBHOOK, "{}", "The secret webhook does not serve. It is wrong: secrets."],
    [
      "webhook",
      WEBHOOK,
      '{"secrets":"whsec_0123456789abcdef"}',
      "The secret webhook does not serve. It is wrong: secrets.",
    ],
    [
      "webhook",
      WEBHOOK,
      '{"secrets":["short"]}',
      "The secret webhook does not serve. It is wrong: secrets.0.",
    ],
    [
      "processor",
      PROCESSOR,
      '{"publishableKey":"pk_test_1"}',
      "The secret processor does not serve. It is wrong: secretKey.",
    ],
    [
      "processor",
      PROCESSOR,
      '{"secretKey":"pk_test_1","publishableKey":"sk_test_1"}',
      "The secret processor does not serve. It is wrong: secretKey, publishableKey.",
    ],
    ["callback-key", KEY, "short", "The secret callback-key does not serve. It is wrong: keys.0."],
  ] as const)("%s is one clear line, which quotes nothing", async (name, id, text, says) => {
    secrets[id] = text;
    const reads = {
      webhook: read.readWebhookSecrets,
      processor: read.readProcessorKeys,
      "callback-key": read.readCallbackKeys,
    };
    await expect(reads[name]()).rejects.toMatchObject(UNREADABLE);
    expect(logged()).toEqual([`error: ${says}`]);
  });

  it("is read again for the next request, and not after five minutes", async () => {
    secrets[KEY] = "short";
    await expect(read.readCallbackKeys()).rejects.toMatchObject(UNREADABLE);
    secrets[KEY] = GOOD_KEY;
    expect(await read.readCallbackKeys()).toEqual(bare(GOOD_KEY));
  });

  it.each([
    ["processor", PROCESSOR, { secretKey: "", publishableKey: "", placeholder: "x9" }],
    ["webhook", WEBHOOK, { secrets: [], placeholder: "x9" }],
  ])("because nobody has filled it in yet says so: %s", async (name, id, value) => {
    secrets[id] = JSON.stringify(value);
    const reading = name === "webhook" ? read.readWebhookSecrets() : read.readProcessorKeys();
    await expect(reading).rejects.toMatchObject(UNREADABLE);
    expect(logged()[0]).toContain("still the placeholder");
    expect(logged()[0]).not.toContain("x9");
  });
});

it("a secret that serves is read once, also by many at a time", async () => {
  secrets[KEY] = GOOD_KEY;
  let requests = 0;
  manager.server.on("request", () => {
    requests++;
  });
  await Promise.all(Array.from({ length: 5 }, () => read.readCallbackKeys()));
  await read.readCallbackKeys();
  expect(requests).toBe(1);
});

describe("a report of all secrets", () => {
  const ARNS = { processor: PROCESSOR, webhook: WEBHOOK, "callback-key": KEY };

  it("says of each whether it serves, and quotes none", async () => {
    secrets[PROCESSOR] = JSON.stringify({ secretKey: "", publishableKey: "", placeholder: "x9" });
    secrets[WEBHOOK] = "whsec_pasted_as_it_is";
    expect(await read.readSecretReports(ARNS)).toEqual([
      {
        name: "processor",
        state: "wrong",
        says:
          "It is wrong: secretKey, publishableKey. It is still the placeholder of the first deployment: fill it in, " +
          'as infra/runbooks/deploying.md says. Expected: {"secretKey": "sk_…", "publishableKey": "pk_…"}.',
      },
      { name: "webhook", state: "wrong", says: 'It is wrong. Expected: {"secrets": ["whsec_…"]}.' },
      {
        name: "callback-key",
        state: "unreadable",
        says: "It cannot be read (ResourceNotFoundException).",
      },
    ]);
    expect(logged()).toEqual([]);
  });

  it.each([
    ["sk_live_1", "pk_test_1"],
    ["rk_test_1", "pk_live_1"],
  ])(
    "calls keys of two worlds wrong, %s and %s: with the one no buyer could pay what the other has made",
    async (secretKey, publishableKey) => {
      secrets[PROCESSOR] = JSON.stringify({ secretKey, publishableKey });
      const [processor] = await read.readSecretReports(ARNS);
      expect(processor).toMatchObject({
        state: "wrong",
        says: expect.stringMatching(/^It is wrong: publishableKey\. /),
      });
    },
  );

  it("calls an empty one empty, and a good one good", async () => {
    secrets[PROCESSOR] = JSON.stringify({ secretKey: "rk_live_1", publishableKey: "pk_live_1" });
    secrets[WEBHOOK] = " ";
    secrets[KEY] = GOOD_KEY;
    const reports = await read.readSecretReports(ARNS);
    expect(reports.map(({ state }) => state)).toEqual(["good", "wrong", "good"]);
    expect(reports[1]?.says).toMatch(/^It is empty\. Expected: /);
  });
});
