import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { rebuildPayments } from "../../../shared/flows/reconciliation/rebuild-payments.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

const HOUR_MS = 3_600_000;

it("a disputed payment that the ledger has forgotten comes back with its dispute", async () => {
  const { svcPaymentId, processorPaymentIntentId } = (
    await service.api.create({ amountCents: 5000 }, randomUUID())
  ).json;
  const options = { stripeAccount: service.accountId };
  await service.stripe.paymentIntents.confirm(
    String(processorPaymentIntentId),
    { payment_method: "pm_card_createDispute", return_url: "https://shop.example/return" },
    options,
  );
  const [dispute] = (await service.stripe.disputes.list({}, options)).data;
  const Key = paymentKey(String(svcPaymentId));
  await service.table.send(new DeleteCommand({ TableName: service.stack.tableName, Key }));
  const merchant = await findMerchant(service.stack.demo.merchantId);
  if (!merchant) throw new Error("no merchant");
  const window = { sinceMs: Date.now() - HOUR_MS, untilMs: Date.now() + HOUR_MS };
  const rebuild = { traceId: "trace", ownerToken: randomUUID() };
  expect(await rebuildPayments(merchant, window, rebuild)).toMatchObject({ rebuilt: 1 });
  const { id = "", status, amount } = dispute ?? {};
  expect((await service.item(svcPaymentId)).disputes).toMatchObject({
    [id]: { status, amountCents: amount },
  });
});
