import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

const NOT_REFUNDABLE = { status: 409, json: { title: "Payment not refundable" } };

/** The ledger believes it to be paid, whatever the processor knows. */
const believePaid = (id: string) =>
  service.table.send(
    new UpdateCommand({
      TableName: service.stack.tableName,
      Key: paymentKey(id),
      UpdateExpression: "SET #status = :paid",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":paid": "succeeded" },
    }),
  );

it("a refund that the processor rejects without a code is judged by the intent itself (fact 15)", async () => {
  const id = await service.authorized(1000);
  await believePaid(id);
  expect(await service.api.refund(id, { amountCents: 100 })).toMatchObject(NOT_REFUNDABLE);
});

it("so it is under a key", async () => {
  const id = await service.authorized(1000);
  await believePaid(id);
  expect(await service.api.refund(id, { amountCents: 100 }, "no-charge")).toMatchObject(NOT_REFUNDABLE);
});

it.each([undefined, "disputed-key"])(
  "a disputed charge cannot be refunded (facts 10 and 15), key %s",
  async (key) => {
    const created = await service.api.create({ amountCents: 1000 }, `disputed-${key}`);
    await service.confirm(created, "pm_card_createDispute");
    const rejected = await service.api.refund(created.json.svcPaymentId, {}, key);
    expect(rejected).toMatchObject({ ...NOT_REFUNDABLE, json: { processorCode: "charge_disputed" } });
  },
);

it("an inquiry leaves the charge refundable (fact 10)", async () => {
  const created = await service.api.create({ amountCents: 1000 }, "inquiry");
  await service.confirm(created, "pm_card_createDisputeInquiry");
  const refunded = await service.api.refund(created.json.svcPaymentId);
  expect(refunded).toMatchObject({ status: 200, json: { status: "refunded" } });
});
