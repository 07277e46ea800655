import { isDeepStrictEqual } from "node:util";
import { sha256Hex } from "../../domain/id.ts";
import { projectAccount } from "../../domain/onboarding.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { composeAccountEvent } from "../../processor/account-events.ts";
import { findAccount } from "../../processor/accounts.ts";
import { isLiveMode } from "../../runtime/secrets.ts";
import { syncAccount } from "../onboarding/sync-account.ts";
import { ingestEvent } from "../webhook/receive-event.ts";

export type Puller = { now: () => number; traceId: string };

/**
 * For what no event has told: that we were thrown out may be in what we may no longer list, and of accounts that v2 has made
 * v1 may have no event at all. If an account that we may see has changed, the event that was to tell it is made here, and
 * takes the steps of any other, so that the merchant is told as well.
 */
export async function followAccount(
  { merchantId, accountId }: { merchantId: string; accountId: string },
  { now, traceId }: Puller,
): Promise<void> {
  const merchant = await findMerchant(merchantId);
  if (merchant?.account?.processorAccountId !== accountId) return;
  const { account } = merchant;
  const found = await findAccount(accountId);
  const at = now();
  if (!found) return void (await syncAccount(merchant));
  const state = { ...account, ...projectAccount(found.snapshot, account) };
  if (isDeepStrictEqual(state, account)) return;
  // The same hour's next run makes the same event.
  const eventId = `evt_${sha256Hex(`${accountId} ${account.version} ${Math.floor(at / HOUR_MS)}`).slice(0, 32)}`;
  const told = { eventId, accountId, livemode: await isLiveMode(), createdAt: at };
  const rawBody = composeAccountEvent(told, found.object);
  await ingestEvent({ rawBody, source: "pull", traceId, at });
}
