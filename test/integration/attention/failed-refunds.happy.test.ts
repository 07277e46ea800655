import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { attentionItems, attentionOf, control, DAY_SECONDS } from "../../support/attention.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { useService } from "../../support/use-service.ts";

/** A failed refund's item belongs to that refund: what closes it, what opens it again, and what does neither. */
const service = useService({ muted: true });
forgetOpenWork(service);
beforeAll(() => service.unmuteProcessor());

const rested = () => service.letPass(1);

const failedIdsOf = async (id: string) =>
  (await attentionOf(service.api, id)).map(({ subject }) => subject.refundId).toSorted();

/** A paid payment of 50.00, of which refunds of these amounts have failed. Answers the refunds' ids. */
async function paidWithFailures(...amounts: number[]): Promise<{ id: string; failed: string[] }> {
  const id = await service.paid(5000);
  await rested();
  const failed: string[] = [];
  for (const amountCents of amounts) {
    await control(service, "refunds/next", { outcome: "failed_later" });
    expect((await service.api.refund(id, { amountCents }, randomUUID())).status).toBe(200);
  }
  await service.letPass(DAY_SECONDS);
  for (const { subject, amountCents } of await attentionOf(service.api, id))
    failed[amounts.indexOf(amountCents ?? 0)] = subject.refundId ?? "";
  expect(failed).toHaveLength(amounts.length);
  return { id, failed };
}

it("a person resolves it, once and for all", async () => {
  const { id } = await paidWithFailures(1000, 1500);
  const [item, other] = await attentionOf(service.api, id);
  const resolve = () => service.api.call("POST", `/v1/attention/${item?.attentionId}/resolve`, {});
  const { status, json } = await resolve();
  expect(status).toBe(200);
  expect(json).toEqual({ attentionId: item?.attentionId, resolvedAt: expect.any(String) });
  expect(await failedIdsOf(id)).toEqual([other?.subject.refundId]);
  await service.letPass(60);
  expect((await resolve()).json).toEqual(json);
  const again = (await service.eventsOf((await service.item(id)).processorPaymentIntentId)).filter(
    ({ type }) => type === "refund.failed",
  );
  for (const event of again) await service.webhook({ ...event, id: `${event.id}again` });
  expect(await failedIdsOf(id)).toEqual([other?.subject.refundId]);
  const noted = (await service.items()).filter(
    ({ action, subject }) => action === "resolve-attention" && subject === item?.attentionId,
  );
  expect(noted).toMatchObject([{ subject: item?.attentionId, actor: expect.stringContaining("key_") }]);
});

it("another merchant's item and an unknown one are not found", async () => {
  const { failed } = await paidWithFailures(1000);
  const stranger = await service.otherMerchant();
  const path = (subjectId = "") => `/v1/attention/att_${subjectId}/resolve`;
  expect((await stranger.call("POST", path(failed[0]), {})).status).toBe(404);
  expect((await service.api.call("POST", path("re_unknown"), {})).status).toBe(404);
  const items = await attentionItems(service, "REFUND#");
  expect(items.find(({ subjectId }) => subjectId === failed[0])).not.toHaveProperty("resolvedAt");
});
