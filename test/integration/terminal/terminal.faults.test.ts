import { describe, expect, it } from "vitest";
import { expectProblem } from "../../support/expect-problem.ts";
import * as till from "../../support/terminal.ts";
import { useService } from "../../support/use-service.ts";
import { readerProcess } from "../../support/wire-calls.ts";

/** Scenario 28 at the till: the SDK repeats a request whose socket closed, and must not make a second thing. */
const service = useService({ muted: true });

const inAccount = () => ({ stripeAccount: service.accountId });

describe("73: a payment is sent to a reader, and", () => {
  const failNext = (reader: string, kind: string) =>
    fetch(`${service.stack.processorUrl}/_simulator/faults`, {
      method: "POST",
      body: JSON.stringify({
        method: "POST",
        path: `/v1/terminal/readers/${reader}/process_payment_intent`,
        kind,
      }),
    });
  const rejected = (code: string) => ({
    kind: "answer" as const,
    status: 400,
    body: { error: { type: "invalid_request_error", code } },
  });
  const charges = async (intent: string) =>
    (await service.stripe.charges.list({ payment_intent: intent }, inAccount())).data.filter(
      ({ paid }) => paid,
    );
  const readerWithPayment = async () => {
    const reader = await till.aReader(service.api);
    const { svcPaymentId, processorPaymentIntentId: intent } = await till.newInPerson(service.api);
    return { reader, svcPaymentId, intent };
  };

  it.each(["error_applied", "reader_timeout"])(
    "%s: the reader has it, so it is answered with 200",
    async (kind) => {
      const { reader, svcPaymentId } = await readerWithPayment();
      await failNext(reader, kind);
      const reply = await till.processAt(service.api, reader, { svcPaymentId });
      expect(reply.status).toBe(200);
      expect(reply.json.action).toMatchObject({ status: "in_progress", svcPaymentId });
    },
  );

  it("a failed action of an earlier attempt is not taken for this one", async () => {
    const { reader, svcPaymentId } = await readerWithPayment();
    await till.processAt(service.api, reader, { svcPaymentId });
    await till.presentCard(service, reader, "4000000000000002");
    service.processor.inject(readerProcess, rejected("terminal_reader_timeout"));
    const lost = await till.processAt(service.api, reader, { svcPaymentId });
    expectProblem(lost, 503, "Processor unavailable");
  });

  it("the same request comes twice at once, and once more after the card: one charge, and each answer is 200", async () => {
    const { reader, svcPaymentId, intent } = await readerWithPayment();
    const send = () => till.processAt(service.api, reader, { svcPaymentId });
    const atOnce = await Promise.all([send(), send()]);
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200]);
    await till.presentCard(service, reader);
    const late = await send();
    expect(late.json.action).toEqual({ status: "succeeded", svcPaymentId, failureCode: null });
    expect(await charges(intent)).toHaveLength(1);
  });

  it("is sent to two readers: one charge, and the second reader says why it has none", async () => {
    const { reader, svcPaymentId, intent } = await readerWithPayment();
    const other = await till.aReader(service.api, "Till 2");
    for (const one of [reader, other]) {
      expect((await till.processAt(service.api, one, { svcPaymentId })).status).toBe(200);
    }
    await till.presentCard(service, reader);
    await till.presentCard(service, other);
    expect((await till.getReader(service.api, other)).json.action).toMatchObject({
      status: "failed",
      svcPaymentId,
    });
    expectProblem(await till.processAt(service.api, other, { svcPaymentId }), 409, "Payment not collectable");
    expect(await charges(intent)).toHaveLength(1);
  });
});
