import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import { buildProgram } from "../../../infra/operator/program.ts";
import { attentionItems, attentionOf, control, DAY_SECONDS, disputesOf } from "../../support/attention.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { forgetOpenWork, noVisitsLeft, runSweep } from "../../support/open-work.ts";
import { useService } from "../../support/use-service.ts";

// The settings of this very process are those of the stack already.
vi.mock("../../../infra/operator/target.ts", () => ({ enterTarget: async () => {} }));

/** What the operator's command writes. */
async function operator(...args: string[]): Promise<string> {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await buildProgram().parseAsync(["node", "operator", ...args]);
    return written.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    written.mockRestore();
  }
}

/** Each thing that needs a person, from the processor's news to the list, as time passes. */
const service = useService({ muted: true });
forgetOpenWork(service);
beforeAll(() => service.unmuteProcessor());

const HOUR = 3_600;

/** The processor's clock and ours go on; what is due is swept and visited, as it is each minute. */
async function pass(seconds: number): Promise<void> {
  await service.letPass(seconds);
  await runSweep(service);
  await service.eventually(() => noVisitsLeft(service));
}
const rested = () => service.letPass(1);

const timelineOf = async (id: string) =>
  JSON.parse((await service.api.call("GET", `/v1/payments/${id}/timeline`)).text) as Record<
    string,
    unknown
  >[];

it("a hold is listed a day before its end, not earlier, and not after it was captured", async () => {
  const [late, captured] = [
    await service.authorized(4999, { orderRef: "late" }),
    await service.authorized(2000, { orderRef: "captured" }),
  ];
  await pass(5 * DAY_SECONDS);
  expect(await attentionOf(service.api)).toEqual([]);
  await pass(DAY_SECONDS + HOUR);
  const listed = await attentionOf(service.api);
  expect(listed.map(({ orderRef }) => orderRef).toSorted()).toEqual(["captured", "late"]);
  const [hold] = await attentionOf(service.api, late);
  expect(hold).toMatchObject({
    kind: "hold_expiring",
    subject: { svcPaymentId: late },
    amountCents: 4999,
    currency: "usd",
  });
  expect(hold?.advice).toContain("/capture");
  expect(Date.parse(hold?.dueBy ?? "") - Date.now()).toBeLessThan(24 * HOUR * 1000);
  // Captured a moment ago: the payment's own status hides it, before any visit.
  expect((await service.api.capture(captured)).status).toBe(200);
  expect(await attentionOf(service.api, captured)).toEqual([]);
  await pass(2 * DAY_SECONDS);
  expect(await attentionOf(service.api)).toEqual([]);
  const items = await attentionItems(service, "HOLD#");
  expect(items).toHaveLength(2);
  expect(items.every((item) => item.closedAt && item.expiresAt && !item.dueSort && !item.attentionSort)).toBe(
    true,
  );
});

it("an operator lists what needs a person at all merchants, at one of them, and so many as were asked for", async () => {
  const { merchantId } = service.stack.demo;
  const other = merchantIdOf(await service.otherMerchant());
  const created = await service.api.create({ amountCents: 2100 }, randomUUID());
  await service.confirm(created, "pm_card_createDispute");
  await rested();
  const [due] = await attentionOf(service.api, String(created.json.svcPaymentId));
  const { disputeId } = due?.subject ?? {};
  const rows = async (...args: string[]) =>
    (await operator("attention", "list", ...args))
      .trimEnd()
      .split("\n")
      .map((row) => row.split(/ {2,}/));
  const [headings, ...all] = await rows();
  expect(headings).toEqual(["MERCHANT", "KIND", "ITEM", "SUBJECT", "SINCE", "DUE BY"]);
  const row = all.find(([, , , subject]) => subject?.includes(String(disputeId)));
  expect(row?.slice(0, 3)).toEqual([merchantId, "dispute_response_due", due?.attentionId ?? "–"]);
  expect(row?.[5]).toBe(due?.dueBy?.replace("T", " ").replace(".000Z", "Z"));
  expect(await rows(other)).toEqual([["Nothing needs attention."]]);
  expect(await rows("--limit", "1")).toHaveLength(2);
  expect(JSON.parse(await operator("attention", "list", merchantId, "--json"))).toContainEqual({
    merchantId,
    ...due,
  });
});

it("an operator resolves a failed refund, and the audit says who did", async () => {
  const id = await service.paid(2200);
  await control(service, "refunds/next", { outcome: "failed_later" });
  expect((await service.api.refund(id, { amountCents: 700 }, randomUUID())).status).toBe(200);
  await pass(DAY_SECONDS);
  const [item] = await attentionOf(service.api, id);
  const { merchantId } = service.stack.demo;
  expect(await operator("attention", "resolve", merchantId, String(item?.attentionId))).toContain("resolved");
  expect(await attentionOf(service.api, id)).toEqual([]);
  const noted = (await service.items()).filter(({ action }) => action === "resolve-attention");
  expect(noted).toMatchObject([{ subject: item?.attentionId, actor: expect.any(String) }]);
});

it("58: an inquiry that becomes a chargeback has a new time to answer, and ends when it is won", async () => {
  const created = await service.api.create({ amountCents: 3000 }, randomUUID());
  await service.confirm(created, "pm_card_createDisputeInquiry");
  await rested();
  const id = String(created.json.svcPaymentId);
  const [inquiry] = await attentionOf(service.api, id);
  const { disputeId = "" } = inquiry?.subject ?? {};
  await pass(2 * DAY_SECONDS);
  await control(service, `disputes/${disputeId}/escalate`);
  await rested();
  const [chargeback] = await attentionOf(service.api, id);
  expect(Date.parse(chargeback?.dueBy ?? "")).toBeGreaterThan(Date.parse(inquiry?.dueBy ?? ""));
  await control(service, `disputes/${disputeId}/win`);
  await rested();
  expect(await attentionOf(service.api, id)).toEqual([]);
  expect((await disputesOf(service.api)).find((one) => one.disputeId === disputeId)?.status).toBe("won");
});

it("a refund that failed is listed, on its payment and in its story, until it is made good", async () => {
  const id = await service.paid(5000, { orderRef: "refunded" });
  await rested();
  await control(service, "refunds/next", { outcome: "failed_later" });
  expect((await service.api.refund(id, { amountCents: 1500 }, "first")).status).toBe(200);
  await pass(DAY_SECONDS);
  const [failed] = await attentionOf(service.api, id);
  expect(failed).toMatchObject({
    kind: "refund_failed",
    amountCents: 1500,
    dueBy: null,
    orderRef: "refunded",
  });
  const { text } = await service.api.call("GET", "/v1/payments?trouble=refund_failed");
  const listed = (JSON.parse(text) as { svcPaymentId: string }[]).find((one) => one.svcPaymentId === id);
  expect(listed).toMatchObject({
    status: "succeeded",
    failedRefunds: [{ refundId: failed?.subject.refundId }],
  });
  const told = (await timelineOf(id)).find(({ type }) => type === "refund.failed");
  expect(told?.refund).toMatchObject({ status: "failed", amountCents: 1500 });
  const again = { amountCents: 1500, replaces: failed?.subject.refundId };
  expect((await service.api.refund(id, again, "second")).status).toBe(200);
  await rested();
  expect(await attentionOf(service.api, id)).toEqual([]);
});

it("a refund that waits for money or for its buyer is listed at once, and no longer once it has arrived", async () => {
  const [poor, slow] = [await service.paid(1000), await service.paid(2000)];
  await rested();
  await control(service, `accounts/${service.accountId}/funds`, { sufficient: false });
  // By the call itself: a webhook may come much later.
  await service.muteProcessor();
  expect((await service.api.refund(poor, {}, randomUUID())).status).toBe(200);
  expect(await attentionOf(service.api, poor)).toMatchObject([{ kind: "refund_pending", amountCents: 1000 }]);
  await service.unmuteProcessor();
  await control(service, `accounts/${service.accountId}/funds`, { sufficient: true });
  await rested();
  expect(await attentionOf(service.api, poor)).toEqual([]);

  await control(service, "refunds/next", { outcome: "requires_action" });
  expect((await service.api.refund(slow, {}, randomUUID())).status).toBe(200);
  const [waiting] = await attentionOf(service.api, slow);
  expect(waiting).toMatchObject({ kind: "refund_pending", amountCents: 2000 });
  await control(service, `refunds/${waiting?.subject.refundId}/complete`);
  await rested();
  expect(await attentionOf(service.api, slow)).toEqual([]);
});
