import type { Random } from "../../domain/access/credential.ts";
import { openSecrets, sealSecret } from "../../domain/access/signing-secret.ts";
import { type CallbackEndpoint, endpointsOf } from "../../domain/events/callback-endpoint.ts";
import { Failure } from "../../domain/failure.ts";
import { findMerchant, type Merchant, merchantPages, saveCallbackEndpoints } from "../../ledger/merchants.ts";
import { readCallbackKeys } from "../../runtime/secrets.ts";

/*
 * Seals every merchant's callback secrets anew with the current key, so that an old one can be removed. One conditional
 * write for each merchant, which changes nothing but the boxes: what dies half-way is simply run again, and a merchant
 * who rotates its secret at the same moment wins. Until its write a box opens with its old key, after it with the new.
 */

/** Changes of one endpoint at the same time: more than a few are not a coincidence. */
const MAX_TRIES = 5;

export type Resealed = { resealed: number; alreadyCurrent: number };

export async function resealSecrets(random: Random, onMerchant = () => {}): Promise<Resealed> {
  const report: Resealed = { resealed: 0, alreadyCurrent: 0 };
  for await (const merchant of allMerchants()) {
    if (endpointsOf(merchant).length === 0) continue;
    if (await resealMerchant(merchant, random)) report.resealed++;
    else report.alreadyCurrent++;
    onMerchant();
  }
  return report;
}

/** How many boxes name each key. */
export async function countBoxesByKey(): Promise<Map<string, number>> {
  const boxes = new Map<string, number>();
  for await (const merchant of allMerchants())
    for (const { secrets } of endpointsOf(merchant))
      for (const { box } of secrets) boxes.set(box.keyId, (boxes.get(box.keyId) ?? 0) + 1);
  return boxes;
}

/** Whether there was anything to do. */
async function resealMerchant(merchant: Merchant, random: Random): Promise<boolean> {
  const { merchantId } = merchant;
  let current: Merchant | undefined = merchant;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    if (!current || !(await isAnyOutdated(endpointsOf(current)))) return false;
    if (await resealAll(current, random)) return true;
    current = await findMerchant(merchantId);
  }
  throw new Failure(
    "service_unavailable",
    `The endpoint of ${merchantId} keeps changing. Run the command again.`,
  );
}

/** false: an endpoint was changed at the same time. */
async function resealAll(merchant: Merchant, random: Random): Promise<boolean> {
  const { merchantId, callbackEndpoints } = merchant;
  const list = await Promise.all(
    endpointsOf(merchant).map((endpoint) => resealEndpoint(merchantId, endpoint, random)),
  );
  const version = (callbackEndpoints?.version ?? 0) + 1;
  return saveCallbackEndpoints(merchantId, { ...callbackEndpoints, version, list });
}

async function isAnyOutdated(endpoints: readonly CallbackEndpoint[]): Promise<boolean> {
  const { current } = await readCallbackKeys();
  return endpoints.some(({ secrets }) => secrets.some(({ box }) => box.keyId !== current));
}

async function resealEndpoint(
  merchantId: string,
  endpoint: CallbackEndpoint,
  random: Random,
): Promise<CallbackEndpoint> {
  const boxes = endpoint.secrets.map(({ box }) => box);
  const ring = await readCallbackKeys(boxes);
  const plain = openSecrets(boxes, ring, merchantId);
  const secrets = endpoint.secrets.map((secret, index) => ({
    ...secret,
    box: sealSecret(plain[index] ?? "", ring, { merchantId, random }),
  }));
  return { ...endpoint, secrets };
}

async function* allMerchants(): AsyncGenerator<Merchant> {
  for await (const merchants of merchantPages()) yield* merchants;
}
