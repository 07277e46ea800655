import { describe, expect, it } from "vitest";
import { AUTHORIZED, eventTypes, PAID, useBench } from "./support.ts";

const bench = useBench();

describe("disputes", () => {
  const disputed = async (payment_method: string) => {
    const account = await bench.connect();
    const intent = await bench.stripe.paymentIntents.create({ ...PAID, payment_method }, account);
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent: intent.id }, account)).data;
    const id = dispute?.id ?? "";
    return { account, intent, id, status: dispute?.status };
  };
  const refund = (payment_intent: string, account: { stripeAccount: string }) =>
    bench.stripe.refunds.create({ payment_intent, amount: 100 }, account);

  it("begin as an inquiry where no money is withdrawn and refunds go through", async () => {
    const { account, intent, id, status } = await disputed("pm_card_createDisputeInquiry");
    expect(status).toBe("warning_needs_response");
    expect(await eventTypes(bench.stripe, account)).not.toContain("charge.dispute.funds_withdrawn");
    expect((await refund(intent.id, account)).status).toBe("succeeded");
    expect(await bench.stripe.disputes.close(id, {}, account)).toMatchObject({ status: "warning_closed" });
  });

  it("are lost when nobody answers in time, or with the wrong evidence", async () => {
    const unanswered = await disputed("pm_card_createDispute");
    const wrong = await disputed("pm_card_createDispute");
    const evidence = { uncategorized_text: "losing_evidence" };
    await bench.stripe.disputes.update(wrong.id, { evidence }, wrong.account);
    const telling = await disputed("pm_card_createDispute");
    const nothing = { evidence: { uncategorized_text: "constructor" } };
    const told = await bench.stripe.disputes.update(telling.id, nothing, telling.account);
    expect(told.status).toBe("under_review");
    await bench.control("POST", "clock", { advanceSeconds: 9 * 24 * 60 * 60 });
    for (const { id, account } of [unanswered, wrong]) {
      expect((await bench.stripe.disputes.retrieve(id, {}, account)).status).toBe("lost");
    }
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

describe("an inquiry (facts 10 and 29)", () => {
  const inquiry = async () => {
    const account = await bench.connect();
    const paid = { ...PAID, payment_method: "pm_card_createDisputeInquiry" };
    const { id } = await bench.stripe.paymentIntents.create(paid, account);
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent: id }, account)).data;
    const disputeId = dispute?.id ?? "";
    const now = () => bench.stripe.disputes.retrieve(disputeId, {}, account);
    const told = async () => (await eventTypes(bench.stripe, account)).filter((type) => /dispute/.test(type));
    const bank = (deed: string) => bench.control("POST", `disputes/${disputeId}/${deed}`);
    return { account, now, told, bank };
  };
  const pass = (days: number) => bench.control("POST", "clock", { advanceSeconds: days * 24 * 3600 });

  it("an inquiry that became a chargeback is lost by the new time and not by the old one", async () => {
    const { now, bank } = await inquiry();
    await pass(5);
    await bank("escalate");
    await pass(5);
    expect((await now()).status).toBe("needs_response");
    await pass(5);
    expect((await now()).status).toBe("lost");
  });

  it("an inquiry that became a chargeback can be won", async () => {
    const { now, told, bank } = await inquiry();
    await bank("escalate");
    await bank("win");
    expect(await now()).toMatchObject({ status: "won", is_charge_refundable: true });
    expect((await told()).slice(-2)).toEqual(["charge.dispute.funds_reinstated", "charge.dispute.closed"]);
    await expect(bank("win")).rejects.toThrow("400");
  });

  it("a refund made seconds before an inquiry becomes a chargeback fails, an older one stays (fact 29)", async () => {
    const { account, now, bank } = await inquiry();
    const payment_intent = String((await now()).payment_intent);
    const old = await bench.stripe.refunds.create({ payment_intent, amount: 100 }, account);
    await bench.control("POST", "clock", { advanceSeconds: 300 });
    const fresh = await bench.stripe.refunds.create({ payment_intent, amount: 200 }, account);
    await bank("escalate");
    expect(await bench.stripe.refunds.retrieve(old.id, {}, account)).toMatchObject({ status: "succeeded" });
    expect(await bench.stripe.refunds.retrieve(fresh.id, {}, account)).toMatchObject({
      status: "failed",
      failure_reason: "charge_for_pending_refund_disputed",
    });
  });

  it("has every field of evidence, empty", async () => {
    const { evidence } = await (await inquiry()).now();
    expect(Object.keys(evidence)).toHaveLength(28);
  });
});
