import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTHORIZED, type Bench, eventTypes, PAID, refusalOf, startBench } from "./support.ts";

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

describe("disputes", () => {
  it("open with the payment and are lost when closed", async () => {
    const account = await bench.connect();
    const intent = await bench.stripe.paymentIntents.create(
      { ...PAID, payment_method: "pm_card_createDispute" },
      account,
    );
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent: intent.id }, account)).data;
    expect(dispute).toMatchObject({
      amount: 1000,
      charge: intent.latest_charge,
      status: "needs_response",
      metadata: {},
    });
    const id = dispute?.id ?? "";
    expect(await bench.stripe.disputes.close(id, {}, account)).toMatchObject({ status: "lost" });
    expect(await bench.stripe.disputes.retrieve(id, {}, account)).toMatchObject({ status: "lost" });
    expect((await eventTypes(bench.stripe, account)).slice(-3)).toEqual([
      "charge.updated",
      "charge.dispute.created",
      "charge.dispute.closed",
    ]);
    expect(await refusalOf(bench.stripe.disputes.close(id, {}, account))).toMatchObject({ statusCode: 400 });
  });

  it("wait for the capture of a reserved payment", async () => {
    const account = await bench.connect();
    const { id } = await bench.stripe.paymentIntents.create(
      { ...AUTHORIZED, payment_method: "pm_card_createDispute" },
      account,
    );
    expect((await bench.stripe.disputes.list({}, account)).data).toEqual([]);
    await bench.stripe.paymentIntents.capture(id, { amount_to_capture: 600 }, account);
    expect((await bench.stripe.disputes.list({}, account)).data).toMatchObject([{ amount: 600 }]);
  });
});
