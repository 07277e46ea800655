import { randomBytes } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { auditHeadKey, auditKey, auditRoundKey, merchantKey } from "../../../shared/ledger/table.ts";
import { DAY_MS, FakeWorld } from "../../support/fake-world.ts";

/* The daily look at all audits, hour by hour: what a run that ends early leaves to the next one. */
const MERCHANTS = 250;

let world: FakeWorld;
let runInvocation: typeof import("../../../shared/runtime/invocation.ts").runInvocation;
let counted: string[] = [];

const idOf = (nth: number) => `mer_${String(nth).padStart(4, "0")}`;
const headOf = (nth: number) => world.table.peek(auditHeadKey(idOf(nth)));
const round = () => world.table.peek(auditRoundKey());
const tamper = (nth: number, number: number) =>
  world.table.put(
    { ...world.table.peek(auditKey(idOf(nth), number)), ...auditKey(idOf(nth), number), actor: "mallory" },
    {},
  );

async function start(merchants: number) {
  vi.resetModules();
  world = new FakeWorld().enter();
  counted = world.recordCounts();
  const { recordAudit } = await import("../../../shared/flows/record-audit.ts");
  const { verifyAudits } = await import("../../../shared/flows/merchants/verify-audits.ts");
  ({ runInvocation } = await import("../../../shared/runtime/invocation.ts"));
  for (let nth = 0; nth < merchants; nth++) {
    const [merchantId, createdAt] = [idOf(nth), nth];
    const directorySort = `${String(createdAt).padStart(13, "0")}#${merchantId}`;
    world.table.put(
      {
        ...merchantKey(merchantId),
        merchantId,
        createdAt,
        name: "Shop",
        directory: "MERCHANTS",
        directorySort,
      },
      {},
    );
    await recordAudit(merchantId, { action: "one" }, { at: world.now, actor: "olivia", random: randomBytes });
  }
  return { verifyAudits, recordAudit };
}

/** A run that has time for so many questions of how much is left. */
const inTimeFor = (questions: number, run: () => Promise<void>) => {
  let left = questions;
  return runInvocation(() => (left-- > 0 ? 100_000 : 1_000), run);
};

let flows: Awaited<ReturnType<typeof start>>;
beforeEach(async () => {
  flows = await start(MERCHANTS);
});

it("goes on after the last page of merchants that was looked at, and once a day", async () => {
  const { verifyAudits } = flows;
  const run = (questions = 150) => inTimeFor(questions, () => verifyAudits(world.now));
  await run();
  expect(round()).toMatchObject({ after: { merchantId: idOf(150) }, isDone: false });
  // A fault in what was looked at already is the next day's.
  tamper(MERCHANTS - 1, 1);
  await run(60);
  expect(round()).toMatchObject({ after: { merchantId: idOf(50) }, isDone: false });
  await run();
  expect(round()).toMatchObject({ isDone: true });
  expect(round()).not.toHaveProperty("after");
  expect(headOf(0)).toMatchObject({ number: 1 });
  await run();
  expect(counted).toEqual([]);
  await inTimeFor(1000, () => verifyAudits(world.now + DAY_MS));
  expect(counted).toEqual(["ChangedAudits"]);
});

it("a round that takes longer than a day is finished before the next begins", async () => {
  const { verifyAudits } = flows;
  await inTimeFor(150, () => verifyAudits(world.now));
  const { startedOn } = round() as { startedOn: string };
  await inTimeFor(1000, () => verifyAudits(world.now + DAY_MS));
  expect(round()).toMatchObject({ startedOn, isDone: true });
});

it("two runs at the same time: one goes on", async () => {
  const { verifyAudits } = flows;
  await inTimeFor(250, async () => {
    await Promise.all([verifyAudits(world.now), verifyAudits(world.now)]);
  });
  expect(round()).toMatchObject({ after: { merchantId: idOf(150) }, step: 1 });
  expect(counted).toEqual([]);
});

it("while a long audit is read in parts, the others of its page are not read again", async () => {
  const { verifyAudits, recordAudit } = await start(2);
  for (let nth = 0; nth < 149; nth++)
    await recordAudit(idOf(0), { action: "more" }, { at: world.now, actor: "olivia", random: randomBytes });
  const run = (at: number) => inTimeFor(2, () => verifyAudits(at));
  await run(world.now);
  expect(headOf(0)).toMatchObject({ part: { number: 100 } });
  tamper(1, 1);
  await run(world.now);
  expect(headOf(0)).toMatchObject({ number: 150 });
  expect(counted).toEqual([]);
  await run(world.now + DAY_MS);
  expect(counted).toEqual(["ChangedAudits"]);
});

it("a long audit is read in parts, each fault is reported once, and the newest hash is kept at its end", async () => {
  const { verifyAudits, recordAudit } = await start(1);
  for (let nth = 0; nth < 249; nth++)
    await recordAudit(idOf(0), { action: "more" }, { at: world.now, actor: "olivia", random: randomBytes });
  // Each part reads a page of a hundred, and finds its time used up before the next.
  const run = (at: number) => inTimeFor(1, () => verifyAudits(at));
  await run(world.now);
  expect(headOf(0)).toMatchObject({ number: 0, part: { number: 100 } });
  tamper(0, 50);
  tamper(0, 150);
  await run(world.now);
  expect(headOf(0)).toMatchObject({ number: 0, part: { number: 200 }, reported: ["150 changed"] });
  await run(world.now);
  expect(headOf(0)).toMatchObject({ number: 250 });
  expect(headOf(0)).not.toHaveProperty("part");
  // The next day's round finds what was changed behind it.
  for (let nth = 0; nth < 3; nth++) await run(world.now + DAY_MS);
  expect(headOf(0)).toMatchObject({ number: 250, reported: ["150 changed", "50 changed"] });
  expect(counted).toEqual(["ChangedAudits", "ChangedAudits"]);
});

it("the last entries are missed also where they were removed between two parts", async () => {
  const { verifyAudits, recordAudit } = await start(1);
  for (let nth = 0; nth < 149; nth++)
    await recordAudit(idOf(0), { action: "more" }, { at: world.now, actor: "olivia", random: randomBytes });
  await verifyAudits(world.now);
  await inTimeFor(1, () => verifyAudits(world.now + DAY_MS));
  for (let number = 101; number <= 150; number++) world.table.expire(auditKey(idOf(0), number));
  await verifyAudits(world.now + DAY_MS);
  expect(headOf(0)).toMatchObject({ reported: ["150 missing"] });
});
