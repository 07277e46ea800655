import { sessionPartsOf } from "../../../shared/domain/access/console-session.ts";
import { merchantKey, sessionKey } from "../../../shared/ledger/table.ts";
import { enter, offerLink } from "./console.ts";
import type { Outside, ProvenMerchant } from "./outside.ts";
import { endpointOf } from "./stories.ts";

/*
 * Somebody else has changed a record between a function's read and its write. The write is rejected, and the function
 * looks at what stands: a read that it makes at no other time.
 */

export async function loseRaces(outside: Outside, merchant: ProvenMerchant): Promise<void> {
  await changeTheEndpointAtOnce(outside, merchant);
  await refreshAtOnce(outside, merchant);
  await endSessionsAtOnce(outside, merchant);
}

/** Two other requests have changed a part of the merchant's record: by one, it would look like our own lost write. */
const renew =
  (outside: Outside, { merchantId }: ProvenMerchant, part: "account" | "callbackEndpoints") =>
  async () => {
    const item = await outside.item(merchantKey(merchantId));
    const standing = item?.[part] as { version: number };
    await outside.edit(merchantKey(merchantId), { [part]: { ...standing, version: standing.version + 2 } });
  };

async function changeTheEndpointAtOnce(outside: Outside, merchant: ProvenMerchant): Promise<void> {
  const { path: own, url } = await endpointOf(outside, merchant);
  const change = async (name: string, method: string, path: string, body: object) => {
    const isOvertaken = outside.overtake(
      `${name} UpdateItem MERCHANT#`,
      renew(outside, merchant, "callbackEndpoints"),
    );
    const { status } = await outside.call(merchant, method, path, body, { mayFail: true });
    await isOvertaken();
    if (status !== 503) throw new Error(`${name}, overtaken, answers ${status}.`);
  };
  await change("callback-endpoints", "PUT", own, { url });
  await change("disable-callback-endpoint", "POST", `${own}/disable`, {});
  await change("enable-callback-endpoint", "POST", `${own}/enable`, {});
}

async function refreshAtOnce(outside: Outside, merchant: ProvenMerchant): Promise<void> {
  const call = "refresh-onboarding-status UpdateItem MERCHANT#";
  const isOvertaken = outside.overtake(call, renew(outside, merchant, "account"));
  await outside.call(merchant, "POST", "/v1/onboarding/refresh", {});
  await isOvertaken();
}

/** Ended by two people, and ended just when its link is used. */
async function endSessionsAtOnce(outside: Outside, merchant: ProvenMerchant): Promise<void> {
  const offer = async () => {
    const link = await offerLink(outside, merchant, "read");
    const { merchantId, place } = sessionPartsOf(link.sessionId);
    return { link, end: () => outside.edit(sessionKey(merchantId, place), { state: "ended" }) };
  };
  const first = await offer();
  const isEnded = outside.overtake("console-sessions UpdateItem CONSOLE#", first.end);
  await outside.call(merchant, "POST", `/v1/console-sessions/${first.link.sessionId}/end`, {});
  await isEnded();
  const second = await offer();
  const isGone = outside.overtake("console-entry UpdateItem CONSOLE#", second.end);
  await enter(outside, second.link);
  await isGone();
}
