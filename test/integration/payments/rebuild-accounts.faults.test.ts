import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { detachAccount } from "../../../shared/flows/onboarding/detach-account.ts";
import { rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { MerchantApi } from "../../support/api.ts";
import { restoreItem } from "../../support/ledger-edits.ts";
import { changeAccount, deauthorize, merchantIdOf } from "../../support/onboarding.ts";
import { useService } from "../../support/use-service.ts";

/** The table is restored, and the merchant has had more than one account. */
const service = useService({ muted: true });

const HOUR_MS = 3_600_000;
const ENABLED = { charges_enabled: true, payouts_enabled: true, details_submitted: true };
const BODY = { amountCents: 1000 };

const ledger = () => ({ table: service.table, tableName: service.stack.tableName });

async function merchantOf(api: MerchantApi) {
  const merchant = await findMerchant(merchantIdOf(api));
  if (!merchant) throw new Error("no merchant");
  return merchant;
}

async function onboard(api: MerchantApi): Promise<string> {
  const { processorAccountId } = (await api.call("POST", "/v1/onboarding/account")).json;
  await changeAccount(service, processorAccountId, ENABLED);
  await api.call("POST", "/v1/onboarding/refresh");
  return String(processorAccountId);
}

const detach = async (api: MerchantApi) =>
  detachAccount(await merchantOf(api), { at: Date.now(), random: randomBytes, actor: "operator" });

async function rebuild(api: MerchantApi) {
  const window = { sinceMs: Date.now() - HOUR_MS, untilMs: Date.now() + HOUR_MS };
  return rebuildPayments(await merchantOf(api), window, { traceId: "trace", ownerToken: randomUUID() });
}

it("51: payments are rebuilt also where the merchant has thrown the platform out of an account that it had before", async () => {
  const api = await service.otherMerchant("none");
  const former = await onboard(api);
  await detach(api);
  await deauthorize(service, former);
  await onboard(api);
  const key = randomUUID();
  const sold = await api.create(BODY, key);
  await restoreItem(ledger(), paymentKey(String(sold.json.svcPaymentId)));
  expect(await rebuild(api)).toMatchObject({ rebuilt: 1, unreachableAccounts: [former] });
  expect((await api.create(BODY, key)).json).toMatchObject(sold.json);
});
