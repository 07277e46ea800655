import { describe, expect, it } from "vitest";
import type { MerchantApi } from "../../support/api.ts";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import * as till from "../../support/terminal.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

const ROUTES: [method: string, path: string, body?: object][] = [
  ["POST", "/v1/terminal/connection-token"],
  ["POST", "/v1/terminal/locations", till.ADDRESS],
  ["GET", "/v1/terminal/locations"],
  ["POST", "/v1/terminal/readers", { registrationCode: till.READER_CODE, locationId: "tml_1" }],
  ["GET", "/v1/terminal/readers"],
  ["GET", "/v1/terminal/readers/tmr_1"],
  ["POST", "/v1/terminal/readers/tmr_1/cancel"],
  ["POST", "/v1/wallet-domains", { domainName: "x.example.com" }],
];

it.each(ROUTES)(
  "%s %s needs a connected account, and asks nobody without one",
  async (method, path, body) => {
    const merchant = await service.otherMerchant("none");
    expectProblem(await merchant.call(method, path, body), 400, "No connected account");
    expect(service.processor.passed).toHaveLength(0);
  },
);

describe("what the processor rejects names the caller's own field, and nothing is made", () => {
  const readersOf = async (api: MerchantApi) => (await api.call("GET", "/v1/terminal/readers")).json.length;

  it("an unknown location", async () => {
    const before = await readersOf(service.api);
    const reply = await till.registerReader(service.api, { locationId: "tml_nowhere" });
    expectWrongField(reply, "/locationId");
    expect(reply.json.processorCode).toBe("resource_missing");
    expect(reply.text).not.toContain("No such");
    expect(await readersOf(service.api)).toBe(before);
  });
});

describe("a reader that the merchant's server drives", () => {
  it.each([
    ["/svcPaymentId", { svcPaymentId: "pi_1" }],
    ["/amountCents", { svcPaymentId: `svcpay_${"0".repeat(32)}`, amountCents: 5 }],
  ])("rejects %s: %j", async (pointer, body) => {
    expectWrongField(await till.processAt(service.api, "tmr_1", body), pointer);
    expect(service.processor.passed).toHaveLength(0);
  });

  it("does not know a payment or a reader that is not the merchant's", async () => {
    const reader = await till.aReader(service.api);
    const { svcPaymentId } = await till.newInPerson(service.api);
    const unknown = { svcPaymentId: `svcpay_${"0".repeat(32)}` };
    expectProblem(await till.processAt(service.api, reader, unknown), 404, "Not found");
    for (const id of ["tmr_nobody", "..%2Flocations", "tml_1"]) {
      expectProblem(await till.processAt(service.api, id, { svcPaymentId }), 404, "Not found");
      expectProblem(await till.getReader(service.api, id), 404, "Not found");
      const canceled = await service.api.call("POST", `/v1/terminal/readers/${id}/cancel`);
      expectProblem(canceled, 404, "Not found");
    }
  });

  it("collects only payments for card_present that are unpaid and not canceled", async () => {
    const reader = await till.aReader(service.api);
    const online = (await service.api.create({ amountCents: 2000 }, "not-in-person")).json;
    const { svcPaymentId: canceled } = await till.newInPerson(service.api);
    await service.api.cancel(canceled);
    for (const svcPaymentId of [online.svcPaymentId, canceled]) {
      const reply = await till.processAt(service.api, reader, { svcPaymentId });
      expectProblem(reply, 409, "Payment not collectable");
    }
    expect((await till.getReader(service.api, reader)).json.action).toBeNull();
  });

  it("is busy with one payment at a time, and says so to the next", async () => {
    const reader = await till.aReader(service.api);
    const [first, second] = [await till.newInPerson(service.api), await till.newInPerson(service.api)];
    await till.processAt(service.api, reader, { svcPaymentId: first.svcPaymentId });
    const reply = await till.processAt(service.api, reader, { svcPaymentId: second.svcPaymentId });
    expectProblem(reply, 409, "Reader busy");
    expect(reply.json.detail).toContain(first.svcPaymentId);
    const shown = async () => (await till.getReader(service.api, reader)).json.action;
    expect(await shown()).toMatchObject({ svcPaymentId: first.svcPaymentId });
    const wish = { svcPaymentId: second.svcPaymentId, replace: true };
    expect((await till.processAt(service.api, reader, wish)).status).toBe(200);
    expect(await shown()).toMatchObject({ svcPaymentId: second.svcPaymentId });
  });

  it("takes one of two payments that are sent at once, and names it to the other till", async () => {
    const reader = await till.aReader(service.api);
    const ids = [await till.newInPerson(service.api), await till.newInPerson(service.api)].map(
      ({ svcPaymentId }) => svcPaymentId,
    );
    const replies = await Promise.all(
      ids.map((svcPaymentId) => till.processAt(service.api, reader, { svcPaymentId })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = replies.find(({ status }) => status === 200)?.json.action;
    expect((await till.getReader(service.api, reader)).json.action).toEqual(taken);
  });
});
