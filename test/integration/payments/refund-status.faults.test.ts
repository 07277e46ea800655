import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { forgetOpenWork } from "../../support/open-work.ts";
import { useService } from "../../support/use-service.ts";

/** Scenario 57. A refund that the processor answers is not yet a refund: its status counts (facts 8 and 25). */
const service = useService({ muted: true });
forgetOpenWork(service);

/** What becomes of the next refund, whatever the payment's method. */
const simulate = async (path: string, body: object = {}) => {
  const reply = await fetch(`${service.stack.processorUrl}/_simulator/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
};
const nextRefund = (outcome: string) => simulate("refunds/next", { outcome });

async function refundsOf(id: string) {
  const payment_intent = String((await service.api.get(id)).json.processorPaymentIntentId);
  return (await service.stripe.refunds.list({ payment_intent }, { stripeAccount: service.accountId })).data;
}

describe("a refund that fails in the answer", () => {
  it.each([
    ["with a key", "again"],
    ["without a key", undefined],
  ])("%s is 422, moves nothing, and can be replaced under another key", async (_name, key) => {
    const id = await service.paid(1000);
    await nextRefund("failed");
    const failed = await service.api.refund(id, { amountCents: 400 }, key);
    expect(failed).toMatchObject({
      status: 422,
      json: { title: "Refund failed", retryable: false, processorCode: "insufficient_funds" },
    });
    expect((await service.api.get(id)).json.status).not.toMatch(/refunded/);
    const [debt] = (await refundsOf(id)).map(({ id: refundId }) => refundId);
    const again = await service.api.refund(id, { amountCents: 400, replaces: debt }, randomUUID());
    expect(again).toMatchObject({ status: 200, json: { status: "partially_refunded" } });
    expect((await refundsOf(id)).map(({ status }) => status).toSorted()).toEqual(["failed", "succeeded"]);
  });
});

it.each(["pending", "requires_action"])(
  "a refund that is %s at first is 200, and shown as such",
  async (status) => {
    const id = await service.paid(1000);
    await nextRefund(status === "pending" ? "pending_for_days" : status);
    expect((await service.api.refund(id, { amountCents: 400 }, randomUUID())).status).toBe(200);
    const { json } = await service.api.call("GET", `/v1/payments/${id}/timeline`);
    expect(json).toContainEqual(
      expect.objectContaining({ kind: "api_call", operation: "refund", refundStatus: status }),
    );
  },
);

describe("GET /v1/payments/{id}/refunds", () => {
  it("shows each refund as it stands at the processor, newest first, and whether it is ours", async () => {
    const id = await service.paid(1000);
    await nextRefund("failed");
    await service.api.refund(id, { amountCents: 100 }, randomUUID());
    await service.api.refund(id, { amountCents: 200, reason: "duplicate" }, randomUUID());
    const payment_intent = String((await service.api.get(id)).json.processorPaymentIntentId);
    await nextRefund("pending_for_days");
    const options = { stripeAccount: service.accountId };
    await service.stripe.refunds.create({ payment_intent, amount: 300 }, options);
    const { status, json } = await service.api.call("GET", `/v1/payments/${id}/refunds`);
    expect(status).toBe(200);
    expect(json).toMatchObject([
      { amountCents: 300, status: "pending", reason: null, failureReason: null, ours: false },
      { amountCents: 200, status: "succeeded", reason: "duplicate", failureReason: null, ours: true },
      { amountCents: 100, status: "failed", failureReason: "insufficient_funds", ours: true },
    ]);
  });

  it("goes on page by page, and rejects a cursor that is no refund of the payment", async () => {
    const id = await service.paid(1000);
    for (const amountCents of [100, 200, 300]) await service.api.refund(id, { amountCents }, randomUUID());
    const path = `/v1/payments/${id}/refunds`;
    const first = await service.api.call("GET", `${path}?limit=2`);
    expect(first.json).toMatchObject([{ amountCents: 300 }, { amountCents: 200 }]);
    const last = String((first.json as unknown as { refundId: string }[]).at(-1)?.refundId);
    expect(first.headers.get("link")).toContain(`startingAfter=${last}`);
    const second = await service.api.call("GET", `${path}?limit=2&startingAfter=${last}`);
    expect(second.json).toMatchObject([{ amountCents: 100 }]);
    expect(second.headers.get("link")).toBeNull();
    const unknown = await service.api.call("GET", `${path}?startingAfter=re_unknown`);
    expect(unknown).toMatchObject({ status: 400, json: { errors: [{ pointer: "/startingAfter" }] } });
  });

  it("is not found for another merchant", async () => {
    const id = await service.paid(1000);
    const stranger = await service.otherMerchant();
    expect((await stranger.call("GET", `/v1/payments/${id}/refunds`)).status).toBe(404);
  });
});

it("a stored 200 stays when the refund fails days later, and a new key makes a new refund", async () => {
  const id = await service.paid(1000);
  const first = await service.api.refund(id, { amountCents: 400 }, "stored");
  const [refund] = await refundsOf(id);
  await simulate(`refunds/${refund?.id}/fail`);
  const replayed = await service.api.refund(id, { amountCents: 400 }, "stored");
  expect(replayed).toMatchObject({ status: 200, json: first.json });
  expect((await service.api.refund(id, { amountCents: 400 }, randomUUID())).status).toBe(200);
  expect((await refundsOf(id)).map(({ status }) => status).toSorted()).toEqual(["failed", "succeeded"]);
});
