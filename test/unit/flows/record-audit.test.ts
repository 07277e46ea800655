import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chainEntry, checkChain } from "../../../shared/domain/access/audit-chain.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { auditKey, merchantKey } from "../../../shared/ledger/table.ts";
import { DAY_MS, FakeWorld } from "../../support/fake-world.ts";

/* What is noted of who does what to a merchant. */
const world = new FakeWorld().enter();
const counted = world.recordCounts();
beforeEach(() => void counted.splice(0));
const { recordAudit } = await import("../../../shared/flows/record-audit.ts");
const { findNewestAudit, listAudit } = await import("../../../shared/ledger/audit.ts");
const { eraseAuditEntry } = await import("../../../shared/ledger/erasure.ts");
const { verifyAudits } = await import("../../../shared/flows/merchants/verify-audits.ts");
const { verifyAudit } = await import("../../../shared/flows/merchants/verify-audit.ts");

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

describe("the chain of entries", () => {
  const merchantOf = (merchantId: string, given: object = {}) => ({ merchantId, ...given }) as Merchant;
  const did = (merchantId: string, action: string, actor = "olivia") =>
    recordAudit(merchantId, { action, subject: `${action} of it`, reason: "asked" }, change(actor));
  const keyOf = (merchantId: string, number: number) => auditKey(merchantId, number);
  const overwrite = (merchantId: string, number: number, given: object) => {
    const item = world.table.peek(keyOf(merchantId, number)) ?? {};
    world.table.put({ ...item, ...keyOf(merchantId, number), ...given }, {});
  };
  const faultsOf = async (merchantId: string, given: object = {}) =>
    (await verifyAudit(merchantOf(merchantId, given))).faults.map(
      ({ number, fault }) => `${number} ${fault}`,
    );

  it("is whole as it was written, also by ten at once, and where the reply to a write is lost", async () => {
    await Promise.all(Array.from({ length: 10 }, (_, nth) => did("mer_4", `deed ${nth}`)));
    // The write has happened, and is sent once more.
    const { table } = world;
    const put = table.put.bind(table);
    vi.spyOn(table, "put").mockImplementationOnce((item, input) => {
      put(item, input);
      return put(item, input);
    });
    await did("mer_4", "last");
    vi.restoreAllMocks();
    expect(await verifyAudit(merchantOf("mer_4"))).toMatchObject({ head: { number: 11 }, faults: [] });
    expect(await verifyAudit(merchantOf("mer_none"))).toMatchObject({ faults: [], isPart: false });
    const deeds = (await listAudit("mer_4")).map(({ action }) => action);
    expect(new Set(deeds).size).toBe(11);
  });

  it.each([
    ["what was done", { action: "nothing" }, ["2 changed"]],
    ["who did it", { actor: "mallory" }, ["2 changed"]],
    ["about what", { subject: "another" }, ["2 changed"]],
    ["why, as if it was erased", { subject: "", salt: undefined, erasedAt: 1 }, ["2 changed"]],
    ["how long it is kept", { expiresAt: 1 }, ["2 changed"]],
    ["its number", { number: 9 }, ["2 missing", "10 missing"]],
  ])("shows that %s was overwritten", async (_, given, faults) => {
    const merchantId = `mer_5${JSON.stringify(given)}`;
    for (const action of ["one", "two", "three"]) await did(merchantId, action);
    overwrite(merchantId, 2, given);
    expect(await faultsOf(merchantId)).toEqual(faults);
  });

  it("outlives the erasure of its merchant, and only that", async () => {
    for (const action of ["one", "two", "three"]) await did("mer_6", action);
    for (const number of [1, 2, 3]) {
      const item = world.table.peek(keyOf("mer_6", number)) as never;
      await eraseAuditEntry(item, world.now);
    }
    expect(await faultsOf("mer_6", { erasedAt: world.now })).toEqual([]);
    expect(await faultsOf("mer_6")).toEqual(["1 changed", "2 changed", "3 changed"]);
  });

  it("shows that its end was removed since the last daily check", () => {
    const { faults } = checkChain("mer_1", { isErased: false, known: { number: 2, hash: "h" } }).end();
    expect(faults).toEqual([{ number: 2, fault: "missing" }]);
  });

  it("is checked every day against the newest of the day before; each fault is counted once", async () => {
    const ids = {
      merchantId: "mer_7",
      name: "Shop",
      createdAt: world.now,
      directory: "MERCHANTS",
      directorySort: "1",
    };
    world.table.put({ ...merchantKey("mer_7"), ...ids }, {});
    for (const action of ["one", "two"]) await did("mer_7", action);
    await verifyAudits(world.now);
    expect(counted).toEqual([]);
    // The newest is rewritten with a hash that fits, as only its writer's role could.
    const [last, first] = await findNewestAudit("mer_7", 2);
    const forged = chainEntry("mer_7", first, { entry: { ...last, action: "nothing" } as never, salt: "0" });
    overwrite("mer_7", 2, forged);
    expect(await faultsOf("mer_7")).toEqual(["2 rewritten"]);
    for (const days of [1, 2]) await verifyAudits(world.now + days * DAY_MS);
    expect(counted).toEqual(["ChangedAudits"]);
  });

  it("a key's cheap deeds have none, an operator's and all others each have one", async () => {
    for (let nth = 0; nth < 3; nth++) {
      await did("mer_8", "send-test-event", "key_1");
      await did("mer_8", "refund-payment", "key_1");
      await did("mer_8", "send-test-event", "olivia");
    }
    // A session that a key has made is the key's.
    await recordAudit("mer_8", { action: "refresh-payment" }, { ...change("ses_1"), maker: "key_1" });
    const noted = (await listAudit("mer_8")).map(({ actor, action }) => `${actor} ${action}`);
    expect(noted.toSorted()).toEqual([
      ...Array(3).fill("key_1 refund-payment"),
      ...Array(3).fill("olivia send-test-event"),
    ]);
    expect(await faultsOf("mer_8")).toEqual([]);
  });
});
