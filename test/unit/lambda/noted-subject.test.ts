import { expect, it } from "vitest";
import { toRequest } from "../../../shared/lambda/endpoint.ts";
import type { HttpEvent } from "../../../shared/lambda/http.ts";
import { type LogFields, notesTaken, takingNotes } from "../../../shared/runtime/logger.ts";

const PAYMENT = `svcpay_${"0".repeat(32)}`;

/** What a request's line says of the thing that its path or its body names. */
const notedOf = (id: string, body?: object): LogFields =>
  takingNotes(() => {
    const requestContext = { domainName: "api.test" };
    const facts = { body };
    toRequest({ pathParameters: { id }, headers: {}, facts, requestContext } as unknown as HttpEvent);
    return { ...notesTaken() };
  });

it.each([
  ["an event of the processor's", "evt_1QxYzAbC", { eventId: "evt_1QxYzAbC" }],
  ["a test event of ours", "evt_test_0a1b2c", { eventId: "evt_test_0a1b2c" }],
  ["a payment", PAYMENT, { svcPaymentId: PAYMENT }],
  ["a text that is nobody's id", "evt_jane@example.com", {}],
])("a request's log line names %s as far as it may", (_, id, noted) => {
  expect(notedOf(id)).toEqual(noted);
});

it("a request's log line names the payment that is sent to a reader", () => {
  expect(notedOf("tmr_1", { svcPaymentId: PAYMENT })).toEqual({ svcPaymentId: PAYMENT });
});
