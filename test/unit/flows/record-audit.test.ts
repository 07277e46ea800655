import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { FakeWorld } from "../../support/fake-world.ts";

/* What is noted of who does what to a merchant. */
const world = new FakeWorld();
world.enter();
const { recordAudit } = await import("../../../shared/flows/record-audit.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");

const change = (actor?: string) => ({ at: world.now, actor, random: randomBytes });

it("an entry says who, what, about what, why, and what the operator has added", async () => {
  const did = { action: "erase-merchant", subject: "mer_1", reason: "asked to" };
  await recordAudit("mer_1", did, { ...change("olivia"), maker: "key_1", remark: "ticket 7" });
  expect(await listAudit("mer_1")).toMatchObject([
    { ...did, at: world.now, actor: "olivia", maker: "key_1", remark: "ticket 7" },
  ]);
});

it("two things that happen in the same millisecond have an entry each", async () => {
  for (const action of ["one", "two"]) await recordAudit("mer_2", { action }, change("olivia"));
  expect((await listAudit("mer_2")).map(({ action }) => action).sort()).toEqual(["one", "two"]);
});

it("what the platform does by itself, without an actor, is nobody's doing, and has no entry", async () => {
  await recordAudit("mer_3", { action: "one" }, change());
  expect(await listAudit("mer_3")).toEqual([]);
});
