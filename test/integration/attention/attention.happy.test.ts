import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import { buildProgram } from "../../../infra/operator/program.ts";
import { attentionOf, control, DAY_SECONDS } from "../../support/attention.ts";
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

/** The processor's clock and ours go on; what is due is swept and visited, as it is each minute. */
async function pass(seconds: number): Promise<void> {
  await service.letPass(seconds);
  await runSweep(service);
  await service.eventually(() => noVisitsLeft(service));
}
const rested = () => service.letPass(1);

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
