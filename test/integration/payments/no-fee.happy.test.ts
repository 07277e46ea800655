import { randomUUID } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { merchantKey } from "../../../shared/ledger/table.ts";
import type { MerchantApi } from "../../support/api.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { useService } from "../../support/use-service.ts";
import { intentCreation, refundCreation } from "../../support/wire-calls.ts";

/** A merchant that the platform charges nothing: the processor rejects every word about a fee then. */
const service = useService({ muted: true });

async function aMerchantWithoutFees(): Promise<MerchantApi> {
  const api = await service.otherMerchant();
  const feePolicy = { bps: 0, byCurrency: {} };
  await service.table.send(
    new UpdateCommand({
      TableName: service.stack.tableName,
      Key: merchantKey(merchantIdOf(api)),
      UpdateExpression: "SET feePolicy = :policy",
      ExpressionAttributeValues: { ":policy": feePolicy },
    }),
  );
  return api;
}

it.each([{}, { refundApplicationFee: true }, { refundApplicationFee: false }])(
  "is paid and refunded with %j",
  async (body) => {
    const api = await aMerchantWithoutFees();
    const created = await api.create({ amountCents: 1000 }, randomUUID());
    expect(created.json.applicationFeeCents).toBe(0);
    await service.confirm(created, "pm_card_visa", String(created.json.connectedAccountId));
    const refunded = await api.refund(created.json.svcPaymentId, { amountCents: 400, ...body });
    expect(refunded).toMatchObject({ status: 200, json: { status: "partially_refunded" } });
    const asked = service.processor.passed.filter(
      (passing) => intentCreation(passing) || refundCreation(passing),
    );
    expect(asked).toHaveLength(2);
    for (const { body } of asked) expect(body).not.toContain("application_fee");
  },
);
