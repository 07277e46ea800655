import { composeApiKey, newMerchantId } from "../../../shared/domain/access/api-key.ts";
import { FIRST_KEY_ID } from "../../../shared/domain/access/callback-keys.ts";
import { hashSecret } from "../../../shared/domain/access/credential.ts";
import { seal } from "../../../shared/domain/access/signing-secret.ts";
import { accountKey, apiKeyKey, DIRECTORY, merchantKey, timeSort } from "../../../shared/ledger/table.ts";
import { aStoredAccount } from "../../support/onboarding.ts";
import { partsOf } from "../world/parts.ts";
import { type Simulation, START_MS } from "../world/simulation.ts";
import { TrialServer } from "./changing-endpoint.ts";
import { MerchantServer } from "./merchant-server.ts";
import { SecondServer } from "./second-endpoint.ts";

export const CALLBACK_KEY = "callback-key-of-the-simulation-0123456789";

export type SimulatedMerchant = {
  merchantId: string;
  apiKey: string;
  /** Undefined until it is onboarded. */
  accountId: string | undefined;
  /** It has taken its first account away from the platform. */
  hasLeft: boolean;
  /** And sells on another one since: of its first nothing can be read any more. */
  isBack: boolean;
  server: MerchantServer;
  /** A second endpoint, of some. */
  books: SecondServer | undefined;
  /** Where some try another endpoint, which comes and goes. */
  trial: TrialServer | undefined;
};

/** A merchant that has its key, its endpoint and, mostly, its account. */
export function createMerchant(simulation: Simulation, number: number): SimulatedMerchant {
  const chance = simulation.chance("merchants");
  const { table, processor } = partsOf();
  const random = (size: number) => Uint8Array.from({ length: size }, () => chance.below(256));
  const merchantId = newMerchantId(random);
  const { keyId, secret, apiKey } = composeApiKey(merchantId, random);
  const accountId =
    number > 0 && chance.happens(0.3) ? undefined : processor.beforehand(() => enabledAccount(merchantId));
  const server = new MerchantServer(simulation, {
    merchantId,
    url: `https://shop-${number}.example.com/hook`,
  });
  const books = SecondServer.drawn(simulation)
    ? new SecondServer(simulation, { merchantId, number })
    : undefined;
  const trial = TrialServer.drawn(simulation)
    ? new TrialServer(simulation, { merchantId, number, server, callbackKey: CALLBACK_KEY })
    : undefined;
  const endpointAt = (endpointId: string, url: string, signingSecret: string) => ({
    endpointId,
    url,
    secrets: [{ box: boxOf(signingSecret, merchantId, random), createdAt: START_MS, endsAt: null }],
    disabled: false,
  });
  const own = {
    ...endpointAt(server.endpointId, server.url, server.secret),
    ...(server.isServicePayload && { payload: "service" }),
  };
  table.put(
    {
      ...merchantKey(merchantId),
      merchantId,
      name: `Shop ${number}`,
      feePolicy: null,
      account: accountId ? aStoredAccount({ accountId }) : null,
      callbackEndpoints: { version: 1, list: [own, ...(books ? [bookkeeping(books)] : [])] },
      createdAt: START_MS,
      directory: DIRECTORY,
      directorySort: timeSort(START_MS, merchantId),
    },
    {},
  );
  const key = { keyId, merchantId, preset: "full", salt: "salt", createdAt: START_MS, endsAt: null };
  table.put({ ...apiKeyKey(merchantId, keyId), ...key, hash: hashSecret(secret, "salt") }, {});
  if (accountId)
    table.put(
      { ...accountKey(accountId), processorAccountId: accountId, merchantId, linkedAt: START_MS },
      {},
    );
  if (accountId) server.accountIds.add(accountId);
  return { merchantId, apiKey, accountId, hasLeft: false, isBack: false, server, books, trial };

  function bookkeeping({ endpointId, url, secret: signingSecret, events }: SecondServer) {
    return { ...endpointAt(endpointId, url, signingSecret), payload: "service", ...(events && { events }) };
  }

  function enabledAccount(owner: string): string {
    const { id } = processor.ask<{ id: string }>("POST", "/v1/accounts", {
      country: "US",
      "metadata[svcMerchantId]": owner,
    });
    processor.enable(id);
    return id;
  }
}

const boxOf = (secret: string, merchantId: string, random: (size: number) => Uint8Array) =>
  seal(secret, { key: CALLBACK_KEY, keyId: FIRST_KEY_ID, merchantId, nonce: random(12) });
