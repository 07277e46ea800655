import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseApiKey } from "../../shared/domain/access/api-key.ts";
import { openSecrets } from "../../shared/domain/access/signing-secret.ts";
import { endpointsOf } from "../../shared/domain/events/callback-endpoint.ts";
import type { AccountState } from "../../shared/domain/onboarding.ts";
import type { Merchant } from "../../shared/ledger/merchants.ts";
import { DEMO_CALLBACK_PATH } from "./demo-receiver.ts";
import { LOOPBACK } from "./http-listen.ts";
import { type LocalSecrets, readJson, writeJson } from "./state.ts";

export type Demo = {
  baseUrl: string;
  apiKey: string;
  merchantId: string;
  connectedAccountId: string;
  publishableKey: string;
  processorUrl: string;
  processorSecretKey: string;
  webhookUrl: string;
  webhookSecret: string;
  callbackUrl: string;
  callbackSecret: string;
};

const DEMO_MERCHANT_ID = "mer_Demo000000000001";

/** Each step finds what an earlier, perhaps interrupted, start has left. */
export async function prepareDemo(options: {
  stateDir: string;
  baseUrl: string;
  processorUrl: string;
  secrets: LocalSecrets;
}): Promise<Demo> {
  const { stateDir, baseUrl, processorUrl, secrets } = options;
  const path = join(stateDir, "demo.json");
  const merchant = await demoMerchant(processorUrl, secrets.processorSecretKey);
  const earlier = existsSync(path) ? readJson<Partial<Demo>>(path) : {};
  const demo: Demo = {
    baseUrl,
    apiKey: await demoApiKey(earlier.apiKey),
    merchantId: merchant.merchantId,
    connectedAccountId: merchant.account?.processorAccountId ?? "",
    publishableKey: secrets.publishableKey,
    processorUrl,
    processorSecretKey: secrets.processorSecretKey,
    webhookUrl: `${baseUrl}/webhooks/processor`,
    webhookSecret: secrets.webhookSecret,
    ...(await demoCallbacks(merchant, `${baseUrl}${DEMO_CALLBACK_PATH}`)),
  };
  writeJson(path, demo);
  return demo;
}

const ENABLED: AccountState = {
  onboardingStatus: "enabled",
  chargesEnabled: true,
  payoutsEnabled: true,
  requirements: null,
  everEnabled: true,
  deauthorized: false,
};

async function demoMerchant(processorUrl: string, secretKey: string): Promise<Merchant> {
  const { createMerchant, findMerchant, linkAccount } = await import("../../shared/ledger/merchants.ts");
  const existing = await findMerchant(DEMO_MERCHANT_ID);
  if (existing?.erasedAt !== undefined)
    throw new Error("Its demo merchant was erased. Set STATE_DIR to another folder.");
  if (existing) return existing;
  const processorAccountId = await enabledAccount(processorUrl, secretKey);
  await linkAccount(processorAccountId, DEMO_MERCHANT_ID, Date.now());
  const merchant: Merchant = {
    merchantId: DEMO_MERCHANT_ID,
    name: "Demo merchant",
    feePolicy: null,
    account: { processorAccountId, ...ENABLED, version: 1 },
    createdAt: Date.now(),
  };
  await createMerchant(merchant);
  return merchant;
}

async function enabledAccount(processorUrl: string, secretKey: string): Promise<string> {
  const created = await fetch(`${processorUrl}/v1/accounts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secretKey}`, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      country: "US",
      email: "demo@example.com",
      "metadata[svcMerchantId]": DEMO_MERCHANT_ID,
    }),
  });
  if (!created.ok) throw new Error(`The simulator rejected the demo account: ${await created.text()}`);
  const { id } = (await created.json()) as { id: string };
  await fetch(`${processorUrl}/_simulator/accounts/${id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      requirements: {},
    }),
  });
  return id;
}

/** The port may have changed; a URL that an operator or a test has set is left alone. */
async function demoCallbacks(merchant: Merchant, url: string) {
  const { createCallbackEndpoint, updateCallbackEndpoint } = await import(
    "../../shared/flows/callbacks/change-endpoint.ts"
  );
  const change = { at: Date.now(), random: randomBytes };
  const [first] = endpointsOf(merchant);
  if (!first) await createCallbackEndpoint(merchant, { url }, change);
  else if (isOurs(first.url) && first.url !== url)
    await updateCallbackEndpoint(merchant, first.endpointId, { url }, change);
  const callbackUrl = first && !isOurs(first.url) ? first.url : url;
  return { callbackUrl, callbackSecret: (await readCallbackSecret()) ?? "" };
}

/** The newest, as the ledger keeps it. undefined: the demo merchant has none yet. */
export async function readCallbackSecret(): Promise<string | undefined> {
  const { findMerchant } = await import("../../shared/ledger/merchants.ts");
  const { readCallbackKeys } = await import("../../shared/runtime/secrets.ts");
  const merchant = await findMerchant(DEMO_MERCHANT_ID);
  const newest = merchant && endpointsOf(merchant)[0]?.secrets[0];
  if (!newest) return undefined;
  const boxes = [newest.box];
  return openSecrets(boxes, await readCallbackKeys(boxes), DEMO_MERCHANT_ID)[0];
}

/** At whatever port it had in an earlier start. */
const isOurs = (url: string): boolean => {
  const { hostname, pathname } = new URL(url);
  return hostname === LOOPBACK && pathname === DEMO_CALLBACK_PATH;
};

/** A key is stored only as a hash, so demo.json keeps the demo's own. */
async function demoApiKey(earlier: string | undefined): Promise<string> {
  const { authenticate } = await import("../../shared/ledger/merchants.ts");
  const { issueApiKey } = await import("../../shared/flows/merchants/change-api-keys.ts");
  const parts = earlier && parseApiKey(earlier);
  if (earlier && parts && (await authenticate(parts, Date.now()))) return earlier;
  const change = { at: Date.now(), random: randomBytes };
  return (await issueApiKey({ merchantId: DEMO_MERCHANT_ID, label: "demo" }, change)).apiKey;
}
