import { describe, expect, it } from "vitest";
import type { Statement } from "../../../shared/domain/finance/statement.ts";
import { statementLinesKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
const statements = await import("../../../shared/ledger/statements.ts");
const { findStatement, listMadeDays, listStatements, saveStatement } = statements;
const { findStatementWatermark, moveStatementWatermark } = statements;
const { findDayLines, saveDayLines } = await import("../../../shared/ledger/statement-lines.ts");

const DAY = { merchantId: "mer_1", date: "2026-01-05" };
const statement = (generatedAt: number, matched: number) =>
  ({ ...DAY, generatedAt, matched, final: true }) as Statement;
const stored = () => findStatement(DAY.merchantId, DAY.date);

it("a statement whose looking began earlier does not overwrite a later one, however late it ends", async () => {
  await saveStatement(statement(2_000, 2));
  await saveStatement(statement(1_999, 1));
  expect(await stored()).toMatchObject({ generatedAt: 2_000, matched: 2 });
});

it("a statement that began at the same time or later replaces the one before", async () => {
  await saveStatement(statement(2_000, 3));
  expect(await stored()).toMatchObject({ matched: 3 });
  await saveStatement(statement(2_001, 4));
  expect(await stored()).toMatchObject({ matched: 4 });
});

it("a statement is kept for four hundred days from when its looking began", async () => {
  await saveStatement({ ...statement(3_000_000, 5), date: "2026-01-06" });
  expect(await findStatement("mer_1", "2026-01-06")).toMatchObject({ expiresAt: 3_000 + 400 * 86_400 });
});

describe("the statements of a merchant", () => {
  const dates = Array.from({ length: 5 }, (_, nth) => `2026-02-0${nth + 1}`);
  const put = async (merchantId: string) => {
    for (const date of dates)
      await saveStatement({ ...statement(1, 1), merchantId, date, final: date !== "2026-02-03" });
    await moveStatementWatermark(merchantId, "2026-02-05");
  };
  const datesOf = ({ items }: { items: Statement[] }) => items.map(({ date }) => date);

  it("are listed with the newest day first, before a date, and there are more while there are", async () => {
    await put("mer_2");
    const asked = world.recordQueries();
    expect(await listStatements("mer_2", { limit: 2 })).toMatchObject({ hasMore: true });
    const last = await listStatements("mer_2", { limit: 2, before: "2026-02-03" });
    expect(datesOf(last)).toEqual(["2026-02-02", "2026-02-01"]);
    expect(last.hasMore).toBe(false);
    expect(datesOf(await listStatements("mer_2", { limit: 4 }))).toEqual(dates.toReversed().slice(0, 4));
    expect(await listStatements("mer_2", { limit: 5 })).toMatchObject({ hasMore: false });
    expect(asked.map(({ Limit }) => Limit)).toEqual([4, 4, 6, 7]);
  });

  it("are known by their dates, and whether they are final, however large a page is, also where one is cut off at the last day", async () => {
    await put("mer_3");
    // A page ends with two, as a page of large items does.
    world.query = (input) => world.table.query({ ...input, Limit: 2 });
    let pages = 0;
    world.isPageCutOff = (items) => {
      pages++;
      return items.length === 2;
    };
    // Nothing of their numbers is carried along.
    expect(await listMadeDays("mer_3", "2026-02-01", "2026-02-04")).toEqual([
      { date: "2026-02-01", final: true, generatedAt: 1 },
      { date: "2026-02-02", final: true, generatedAt: 1 },
      { date: "2026-02-03", final: false, generatedAt: 1 },
      { date: "2026-02-04", final: true, generatedAt: 1 },
    ]);
    expect(pages).toBe(2);
    expect(await listMadeDays("mer_3", "2027-01-01", "2027-01-02")).toEqual([]);
  });

  it("are more where a page of large ones was cut off before its limit", async () => {
    await put("mer_6");
    world.isPageCutOff = () => true;
    expect(await listStatements("mer_6", { limit: 9 })).toMatchObject({ hasMore: true });
    world.isPageCutOff = () => false;
  });

  it("are complete up to a day, which only moves ahead", async () => {
    expect(await findStatementWatermark("mer_4")).toBeUndefined();
    await moveStatementWatermark("mer_4", "2026-02-03");
    await moveStatementWatermark("mer_4", "2026-02-02");
    expect(await findStatementWatermark("mer_4")).toBe("2026-02-03");
  });
});

it("a day's balance lines are kept in chunks of three hundred, a week longer than its statement", async () => {
  const lines = Array.from({ length: 601 }, (_, nth) => ({ svcPaymentId: `svcpay_${nth}` }) as never);
  const day = { merchantId: "mer_5", date: "2026-02-01" };
  const saved = await saveDayLines({ ...day, at: 9_000_000 }, "run", lines);
  expect(saved).toEqual({ run: "run", chunkSizes: [300, 300, 1] });
  const placesOf = (run: string) => [0, 1, 2].map((nth) => ({ date: day.date, run, nth }));
  expect((await findDayLines("mer_5", placesOf("run")))?.flat()).toEqual(lines);
  expect(await findDayLines("mer_5", placesOf("another"))).toBeUndefined();
  expect(world.table.peek(statementLinesKey("mer_5", "2026-02-01", "run", 0))).toMatchObject({
    expiresAt: 9_000 + 407 * 86_400,
  });
  expect((await saveDayLines({ ...day, at: 1 }, "exact", lines.slice(0, 300))).chunkSizes).toEqual([300]);
});
