import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { MerchantApi } from "../../support/api.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { useService } from "../../support/use-service.ts";

/** What a merchant writes into the metadata of its own intents, and what was erased, comes into the ledger by no rebuild. */
const service = useService({ muted: true });

const HOUR_MS = 3_600_000;
const BODY = { amountCents: 5000, orderRef: "order-7" };

async function merchantOf(api: MerchantApi) {
  const merchant = await findMerchant(merchantIdOf(api));
  if (!merchant) throw new Error("no merchant");
  return merchant;
}

const rebuild = async (merchant: Awaited<ReturnType<typeof merchantOf>>) =>
  rebuildPayments(
    merchant,
    { sinceMs: Date.now() - HOUR_MS, untilMs: Date.now() + HOUR_MS },
    { traceId: "trace", ownerToken: randomUUID() },
  );

/** On the merchant's own account, with the id of any payment. */
const forge = async (api: MerchantApi, svcPaymentId: unknown) =>
  service.stripe.paymentIntents.create(
    {
      amount: 5000,
      currency: "usd",
      automatic_payment_methods: { enabled: true },
      metadata: { svcPaymentId: String(svcPaymentId), svcEnv: "local" },
    },
    { stripeAccount: (await merchantOf(api)).account?.processorAccountId ?? "" },
  );

const forget = (svcPaymentId: unknown) =>
  service.table.send(
    new DeleteCommand({ TableName: service.stack.tableName, Key: paymentKey(String(svcPaymentId)) }),
  );

async function order(api: MerchantApi, key: string = randomUUID()) {
  const { status, json } = await api.create(BODY, key);
  expect(status).toBe(201);
  return json.svcPaymentId;
}

it("an id that a forger's rebuild has taken is told apart, and nothing of the forger's is given out", async () => {
  const [thief, victim] = [await service.otherMerchant(), await service.otherMerchant()];
  const key = randomUUID();
  const svcPaymentId = await order(victim, key);
  await forget(svcPaymentId);
  await forge(thief, svcPaymentId);
  expect(await rebuild(await merchantOf(thief))).toMatchObject({ rebuilt: 1, foreign: 0 });
  expect(await rebuild(await merchantOf(victim))).toMatchObject({ rebuilt: 0, known: 0, foreign: 1 });
  expect((await victim.get(svcPaymentId)).status).toBe(404);
  expect((await victim.create(BODY, key)).json.title).toBe("Idempotency conflict");
});
