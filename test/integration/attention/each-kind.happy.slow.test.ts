import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { ATTENTION_KINDS } from "../../../shared/domain/payments/attention.ts";
import { attentionOf, control, DAY_SECONDS } from "../../support/attention.ts";
import { useService } from "../../support/use-service.ts";

/** shared/contract/testing.md says how each kind is seen within seconds: here it is done as it says. */
const service = useService({ unscheduled: true });

const pay = async (card: string, body: object = {}) => {
  const created = await service.api.create({ amountCents: 4999, ...body }, randomUUID());
  await service.confirm(created, card);
  await service.letPass(1);
  return String(created.json.svcPaymentId);
};

/** One walk of the clock for all of them, as long as the longest needs. */
beforeAll(async () => {
  await pay("pm_card_visa", { captureMethod: "manual" });
  await pay("pm_card_visa");
  await service.api.refund(await pay("pm_card_refundFail"), {}, randomUUID());
  await service.letPass(4 * DAY_SECONDS);
  await service.pointCallbacks("http://127.0.0.1:9/callbacks");
  await pay("pm_card_visa");
  await service.letPass(2 * DAY_SECONDS);
  const [payout] = JSON.parse((await service.api.call("GET", "/v1/payouts")).text) as { payoutId: string }[];
  await control(service, `payouts/${payout?.payoutId}/fail`);
  const pending = await pay("pm_card_visa");
  await control(service, "refunds/next", { outcome: "requires_action" });
  await service.api.refund(pending, {}, randomUUID());
  await pay("pm_card_createDispute");
  await pay("pm_card_createIssuerFraudRecord");
});

it("testing.md has a row for each kind of what needs a person", () => {
  const text = readFileSync("shared/contract/testing.md", "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)` +\| [^|]{20,}\|$/gm)].map(([, kind]) => kind);
  expect(rows.filter((kind) => ATTENTION_KINDS.some((known) => known === kind)).toSorted()).toEqual(
    [...ATTENTION_KINDS].toSorted(),
  );
});

it.each(ATTENTION_KINDS)("%s shows within seconds by what testing.md says", async (kind) => {
  expect((await attentionOf(service.api)).map((item) => item.kind)).toContain(kind);
});
