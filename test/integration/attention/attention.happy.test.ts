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
