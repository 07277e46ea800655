import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { close } from "../../infra/local/http-listen.ts";
import { startSecretsManager } from "../../infra/local/secrets-manager.ts";
import { FIRST_KEY_ID } from "../../shared/domain/access/callback-keys.ts";
import {
  NONCE_BYTES,
  openSecrets,
  type SecretBox,
  seal,
  sealSecret,
} from "../../shared/domain/access/signing-secret.ts";

const SECRET_ID = "callback-key";
const OLD = "o".repeat(32);
const NEW = "n".repeat(32);
const merchantId = "mer_1";
const sealedWith = (key: string, keyId = FIRST_KEY_ID) =>
  seal("whsec_of_the_merchant", { key, keyId, merchantId, nonce: randomBytes(NONCE_BYTES) });

const stored: Record<string, string> = {};
let reads = 0;
/** Counts what is read. */
const secrets = new Proxy(stored, {
  get: (target, name: string) => {
    if (name === SECRET_ID) reads++;
    return target[name];
  },
});
let manager: Awaited<ReturnType<typeof startSecretsManager>>;
let readCallbackKeys: typeof import("../../shared/runtime/secrets.ts").readCallbackKeys;

beforeAll(async () => {
  manager = await startSecretsManager(secrets);
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", manager.url);
  vi.stubEnv("CALLBACK_KEY_SECRET_ID", SECRET_ID);
  vi.stubEnv("AWS_REGION", "eu-west-1");
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "test");
  vi.stubEnv("LOG_LEVEL", "SILENT");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await close(manager.server);
});
beforeEach(async () => {
  vi.resetModules();
  ({ readCallbackKeys } = await import("../../shared/runtime/secrets.ts"));
});

const ring = (current: string) => JSON.stringify({ current, keys: { 0: OLD, 1: NEW } });

const open = async (box: SecretBox) => openSecrets([box], await readCallbackKeys([box]), merchantId);

/** A look at the emulated manager reads the value twice: whether it is there, and what it is. */
const timesRead = () => reads / 2;

it.each([
  ["a bare secret is the first key", OLD, FIRST_KEY_ID],
  ["a ring seals with its current key", ring("1"), "1"],
])("%s, and opens what it and an earlier key have sealed", async (_, secret, keyId) => {
  stored[SECRET_ID] = secret;
  const keys = await readCallbackKeys();
  const box = sealSecret("whsec_x", keys, { merchantId, random: randomBytes });
  expect(box.keyId).toBe(keyId);
  expect(openSecrets([box, sealedWith(OLD)], keys, merchantId)).toEqual(["whsec_x", "whsec_of_the_merchant"]);
});

it("a function that remembers a former key ring reads it again, once, when a box names a key that it lacks", async () => {
  stored[SECRET_ID] = OLD;
  await open(sealedWith(OLD));
  stored[SECRET_ID] = ring("1");
  reads = 0;
  expect(await open(sealedWith(NEW, "1"))).toEqual(["whsec_of_the_merchant"]);
  expect(timesRead()).toBe(1);
});

it("a key that is nowhere is not searched for twice, and the caller is told: not now", async () => {
  stored[SECRET_ID] = ring("1");
  await open(sealedWith(OLD));
  reads = 0;
  await expect(readCallbackKeys([sealedWith(NEW, "9")])).rejects.toMatchObject({
    code: "service_unavailable",
    extras: { retryAfterSeconds: 30 },
  });
  expect(timesRead()).toBe(1);
});

it.each([
  ['{"current":"1","keys":{"0":"short"}}'],
  [JSON.stringify({ current: "2", keys: { 0: OLD } })],
  ['{"current":"1","keys":'],
])("half a ring is no key: %s", async (text) => {
  stored[SECRET_ID] = text;
  await expect(readCallbackKeys()).rejects.toMatchObject({ code: "service_unavailable" });
});
