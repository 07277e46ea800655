import { expect, it } from "vitest";
import type { Statement } from "../../../shared/domain/finance/statement.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld();
world.enter();
const { findStatement, saveStatement } = await import("../../../shared/ledger/statements.ts");

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
