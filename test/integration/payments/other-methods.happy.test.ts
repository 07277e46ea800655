import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { expectProblem } from "../../support/expect-problem.ts";
import * as till from "../../support/terminal.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const DAY_MS = 24 * 60 * 60 * 1000;

type Created = { svcPaymentId: string; processorPaymentIntentId: string };

/** Paid as a browser does it: the second confirmation is the customer's consent at the provider. */
async function pay(type: string, body: object = {}): Promise<string> {
  const order = { amountCents: 2000, paymentMethodTypes: [type], ...body };
  const { svcPaymentId, processorPaymentIntentId: intent } = (await service.api.create(order, randomUUID()))
    .json as Created;
  const options = { stripeAccount: service.accountId };
  const method = { payment_method: `pm_simulator_${type}`, return_url: "https://shop.example/back" };
  const { status } = await service.stripe.paymentIntents.confirm(intent, method, options);
  if (status === "requires_action") await service.stripe.paymentIntents.confirm(intent, {}, options);
  return svcPaymentId;
}

const payment = async (id: string) => (await service.api.call("GET", `/v1/payments/${id}`)).json;

it.each([
  ["link", 7],
  ["klarna", 28],
  ["afterpay_clearpay", 13],
  ["paypal", 10],
  ["cashapp", 7],
])(
  "a hold of %s can be captured for %s days, and is on the way to a person's attention",
  async (type, days) => {
    const id = await pay(type, { captureMethod: "manual" });
    await service.eventually(async () => (await payment(id)).status === "requires_capture");
    const { json } = await service.api.call("GET", `/v1/payments/${id}/details`);
    const leftDays = (Date.parse(String(json.captureBefore)) - Date.now()) / DAY_MS;
    expect(leftDays).toBeLessThanOrEqual(days);
    expect(leftDays).toBeGreaterThan(days - 1.01);
    expect(json.method).toMatchObject({ type });
  },
);

it("an Interac payment is refunded with its card at a reader, and not without it", async () => {
  const reader = await till.aReader(service.api);
  const svcPaymentId = await till.paidWithInterac(service, reader);
  for (const body of [{}, { amountCents: 500 }])
    expectProblem(await service.api.refund(svcPaymentId, body), 422, "Refund needs the reader");
  expect((await payment(svcPaymentId)).refundedCents).toBe(0);
  const refund = (body = {}, key = "refund") =>
    service.api.call(
      "POST",
      `/v1/terminal/readers/${reader}/refund`,
      { svcPaymentId, amountCents: 500, ...body },
      { key },
    );
  const waiting = await refund();
  expect(waiting).toMatchObject({
    status: 202,
    json: { action: { status: "in_progress", svcPaymentId, failureCode: null } },
  });
  const other = await till.newInPerson(service.api);
  expectProblem(
    await till.processAt(service.api, reader, { svcPaymentId: other.svcPaymentId }),
    409,
    "Reader busy",
  );
  expectProblem(await refund({ amountCents: 400 }), 409, "Idempotency conflict");
  await till.presentInterac(service, reader);
  expect(await refund()).toMatchObject({ status: 200, json: { svcPaymentId, refundedCents: 500 } });
  const { headers, json } = await refund();
  expect(headers.get("Idempotent-Replayed")).toBe("true");
  const { json: listed } = await service.api.call("GET", `/v1/payments/${svcPaymentId}/refunds`);
  expect(listed).toMatchObject([{ refundId: json.refundId, amountCents: 500 }]);
});

it("an Interac payment cannot be held: 400", async () => {
  const body = { amountCents: 2000, currency: "cad", captureMethod: "manual" };
  const types = { paymentMethodTypes: ["card_present", "interac_present"] };
  const reply = await service.api.create({ ...body, ...types }, randomUUID());
  expectProblem(reply, 400, "Invalid request");
  expect(reply.json.errors).toMatchObject([{ pointer: "/captureMethod" }]);
});

it("a refund whose fee the platform cannot return is 422, and succeeds without the fee", async () => {
  const id = await pay("link");
  await service.eventually(async () => (await payment(id)).status === "succeeded");
  const funds = (sufficient: boolean) =>
    fetch(`${service.stack.processorUrl}/_simulator/platform/funds`, {
      method: "POST",
      body: JSON.stringify({ sufficient }),
    });
  await funds(false);
  expectProblem(await service.api.refund(id, {}), 422, "Platform fee not returnable");
  expect((await service.api.refund(id, { refundApplicationFee: false })).status).toBe(200);
  await funds(true);
});
