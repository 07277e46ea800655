import { expect, it } from "vitest";
import { findEnvironment } from "../../infra/aws/environments.ts";
import { ceilingsOf } from "./ceiling.ts";

const prod = findEnvironment("prod");
const perSecond = (name: string, environment = prod) =>
  Math.floor(ceilingsOf(environment).find((one) => one.name === name)?.perSecond ?? 0);

it("the processor breaks first, then our own throttles, and a new table long before its shards", () => {
  expect(ceilingsOf(prod)[0]?.name).toMatch(/the processor|our limit on creates/);
  expect(["a new table", "one merchant", "the due list's shards"].map((name) => perSecond(name))).toEqual([
    571, 1000, 4000,
  ]);
  expect(perSecond("the table's quota")).toBe(5714);
});

it("one merchant is bound by what is done in turn: its missed events, its statement and its reads", () => {
  const names = ["one merchant's missed events", "one merchant's statement", "one merchant's reads"];
  expect(names.map((name) => perSecond(name))).toEqual([83, 125, 230]);
});

it("what an environment sets raises its ceilings", () => {
  const warm = { ...prod, warmWriteUnits: 10_000, dueShards: 32 };
  expect(perSecond("a new table", warm)).toBe(1428);
  expect(perSecond("the due list's shards", warm)).toBe(8000);
});
