import { expect, it, vi } from "vitest";
import type { Merchant } from "../../../../shared/ledger/merchants.ts";
import { FakeWorld } from "../../../support/fake-world.ts";

new FakeWorld().enter();
const asked: string[][] = [];
vi.doMock("../../../../shared/flows/console/count-events.ts", () => ({
  countMerchantsEvents: async (_: unknown, dates: string[]) => asked.push(dates),
}));
let statements: object[] = [];
vi.doMock("../../../../shared/ledger/statements.ts", () => ({
  listStatementsBetween: async () => statements,
}));
const { getOverview } = await import("../../../../shared/flows/console/get-overview.ts");

const AT = Date.UTC(2026, 6, 3, 5);
const countedOf = async (days: number) => {
  await getOverview({ merchantId: "mer_1" } as Merchant, days, AT);
  return asked.pop();
};

it("counts the shown days, newest first, and yesterday also where it is not shown", async () => {
  expect(await countedOf(1)).toEqual(["2026-07-03", "2026-07-02"]);
  expect(await countedOf(3)).toEqual(["2026-07-03", "2026-07-02", "2026-07-01"]);
});

it("does not count a day that its final statement tells", async () => {
  const told = { date: "2026-07-02", final: true, activity: {} };
  statements = [
    told,
    { ...told, date: "2026-07-01", activity: undefined },
    { ...told, date: "2026-06-30", final: false },
  ];
  expect(await countedOf(4)).toEqual(["2026-07-03", "2026-07-01", "2026-06-30"]);
});
