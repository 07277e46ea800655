import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { putEvents } from "../../support/events.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import { forgetOpenWork, isOpen, sweepUntil } from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { anySend, ledgerWrite } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const DAY_MS = 86_400_000;

/** Nothing was changed, and nothing sent. */
function expectUntouched(): void {
  expect(service.dynamodb.passed.filter(ledgerWrite)).toEqual([]);
  expect(service.sqs.passed.filter(anySend)).toEqual([]);
}

async function anEvent(delivery: "none" | "pending" | "delivered" | "dead"): Promise<string> {
  const eventId = `evt_${randomUUID().replaceAll("-", "")}`;
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery }]);
  return eventId;
}

it.each([
  ["unknown", "evt_unknown"],
  ["empty of characters", "evt_"],
  ["no event's id", "svcpay_0"],
  ["a key of ours", "MERCHANT"],
  ["far too long", `evt_${"x".repeat(251)}`],
  ["a trick", "evt_..%2f..%2fMERCHANT"],
  ["not decodable", "%"],
])("an event that does not exist, because it is %s, is a 404", async (_, id) => {
  for (const [method, suffix] of [
    ["GET", ""],
    ["POST", "/redeliver"],
  ] as const) {
    const reply = await shop.api.call(method, `/v1/events/${id}${suffix}`);
    expectProblem(reply, 404, "Not found");
    expect(reply.json.detail).toBe("There is no such event.");
  }
  expectUntouched();
});

it("a redelivery is rejected when there is nowhere to send it", async () => {
  const id = await anEvent("dead");
  await shop.api.onEndpoint("disable");
  for (const wire of [service.dynamodb, service.sqs]) wire.clear();
  const reply = await shop.api.call("POST", `/v1/events/${id}/redeliver`);
  expectProblem(reply, 409, "No callback endpoint");
  expectUntouched();
});

describe("recovery rejects", () => {
  const now = Date.now();
  const iso = (ms: number) => new Date(ms).toISOString();

  it("nothing of exactly 31 days, nor of a time before or after all times", async () => {
    for (const [since, until] of [
      [iso(now - 31 * DAY_MS), iso(now)],
      ["1969-12-20T00:00:00Z", "1970-01-10T00:00:00Z"],
      ["2286-11-01T00:00:00Z", "2286-11-30T00:00:00Z"],
      ["9999-12-01T00:00:00Z", "9999-12-31T00:00:00Z"],
    ]) {
      expect((await shop.api.call("POST", "/v1/events/recover", { since, until })).status).toBe(202);
      await sweepUntil(service, async () => !(await isOpen(service, `WORK#${shop.merchantId}`)));
    }
  });

  it("when there is nowhere to send anything", async () => {
    const merchant = await service.otherMerchant();
    service.sqs.clear();
    const body = { since: iso(now - 1), until: iso(now) };
    expectProblem(await merchant.call("POST", "/v1/events/recover", body), 409, "No callback endpoint");
    expectUntouchedQueue();
  });

  const expectUntouchedQueue = () => expect(service.sqs.passed.filter(anySend)).toEqual([]);
});
