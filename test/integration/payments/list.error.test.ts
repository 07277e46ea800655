import { describe, expect, it } from "vitest";
import { paymentIdFor } from "../../../shared/domain/id.ts";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";
import { anyPost } from "../../support/wire-calls.ts";

const service = useService({ muted: true });

const UNKNOWN = `svcpay_${"0".repeat(32)}`;

describe("the list of payments rejects", () => {
  it.each([
    ["/limit", "limit=0"],
    ["/startingAfter", "startingAfter=evt_1"],
    ["/startingAfter", `startingAfter=${UNKNOWN}`],
    ["/orderRef", "orderRef="],
    ["/orderRef", `orderRef=${"x".repeat(501)}`],
    ["/status", "status=paid"],
    ["/customerRef", "customerRef="],
    ["/since", "since=yesterday"],
    ["/until", "since=2026-07-01T00:00:00Z&until=2026-07-01T00:00:00Z"],
  ])("%s: %s", async (pointer, query) => {
    expectWrongField(await service.api.call("GET", `/v1/payments?${query}`), pointer);
  });

  it("a method that it does not know", async () => {
    const reply = await service.api.call("POST", "/v1/payments", { amountCents: 1000 });
    expectProblem(reply, 405, "Method not allowed");
    expect(reply.headers.get("allow")).toBe("GET");
  });
});

describe("there is no timeline", () => {
  it.each([UNKNOWN, "nonsense", "intents", "%"])("%s has no timeline", async (id) => {
    expectProblem(await service.api.call("GET", `/v1/payments/${id}/timeline`), 404, "Not found");
  });

  it("a payment whose creation has not completed has no timeline", async () => {
    const body = { error: { type: "api_error" } };
    service.processor.inject(anyPost, { kind: "answer", status: 500, body }, 9);
    expect((await service.api.create({ amountCents: 1000 }, "open")).status).toBe(503);
    service.processor.clear();
    const id = paymentIdFor(service.stack.demo.merchantId, "open");
    expectProblem(await service.api.call("GET", `/v1/payments/${id}/timeline`), 404, "Not found");
  });
});
