import { expect, it } from "vitest";
import type { DueItem } from "../../../shared/ledger/due.ts";
import {
  accountCreationKey,
  attentionKey,
  deliveryKey,
  eventKey,
  eventsWorkKey,
  operationKey,
  paymentKey,
  payoutKey,
  payoutWorkKey,
  statementWorkKey,
} from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
const { findOpenWork, idOf, keyOfOpenWork, openWorkOf } = await import("../../../shared/ledger/open-work.ts");

const knownOf = (item: DueItem) => openWorkOf(item) ?? expect.fail("of no known kind");

const PAYMENT = `svcpay_${"a".repeat(32)}`;
const OPERATION = `op_${"b".repeat(32)}`;

const OPERATIONS = ["charge", "capture", "refund", "cancel"] as const;

const KINDS = [
  ["payment", paymentKey(PAYMENT), { svcPaymentId: PAYMENT }, PAYMENT],
  ...OPERATIONS.map((kind, nth) => {
    const operationId = `op_${String(nth).repeat(32)}`;
    const given = { svcPaymentId: PAYMENT, operationId, decided: { kind } };
    return [kind, operationKey(PAYMENT, operationId), given, `${PAYMENT}/${operationId}`] as const;
  }),
  ["account", accountCreationKey("mer_1"), {}, "mer_1"],
  ["event", eventKey("evt_1"), { eventId: "evt_1" }, "evt_1"],
  [
    "delivery",
    deliveryKey("evt_1", "ep_00000000000000b0"),
    { eventId: "evt_1", endpointId: "ep_00000000000000b0" },
    "evt_1/ep_00000000000000b0",
  ],
  ["events_work", eventsWorkKey("mer_1", "release"), { progress: { kind: "release" } }, "mer_1/release"],
  [
    "statement_work",
    statementWorkKey("mer_1", "2026-01-02"),
    { progress: { date: "2026-01-02" } },
    "mer_1/2026-01-02",
  ],
  ["payout", payoutKey("mer_1", "po_1"), { facts: { payoutId: "po_1" } }, "mer_1/po_1"],
  ["attention", attentionKey("mer_1", "REFUND", "re_1"), {}, "mer_1/REFUND#re_1"],
  ["attention", attentionKey("mer_1", "WARNING", "issfr_1"), {}, "mer_1/WARNING#issfr_1"],
] as const;

it.each(KINDS)(
  "%s is known by its key and by what was decided, and its id leads back to that",
  async (kind, key, given, id) => {
    const item = { ...key, ...given, merchantId: "mer_1", dueShard: "DUE#1", dueSort: "1#", dueStep: 0 };
    const work = knownOf(item);
    expect(work.kind).toBe(kind);
    expect(idOf(work)).toBe(id);
    expect(keyOfOpenWork(id)).toEqual(key);
    expect(await findOpenWork(key)).toBeUndefined();
    world.table.put(item, {});
    expect((await findOpenWork(key))?.kind).toBe(kind);
  },
);

it("what is read of a payout is visited with the payout, by the same id", () => {
  const key = payoutWorkKey("mer_1", "po_1");
  const item = { ...key, merchantId: "mer_1", dueShard: "", dueSort: "", dueStep: 0 };
  const work = knownOf({ ...item, progress: { payoutId: "po_1" } } as never);
  expect(work.kind).toBe("payout_work");
  expect(idOf(work)).toBe("mer_1/po_1");
});

it.each(["recover", "release"])("work to %s a merchant's events has an id", (kind) => {
  expect(keyOfOpenWork(`mer_1/${kind}`)).toEqual(eventsWorkKey("mer_1", kind));
});

it.each(["HOLD", "DISPUTE", "PAYOUT"] as const)("what needs a person of the kind %s has an id", (kind) => {
  expect(keyOfOpenWork(`mer_1/${kind}#x1`)).toEqual(attentionKey("mer_1", kind, "x1"));
});

it.each([
  "",
  "nothing",
  "mer_1/",
  "mer_1/other",
  `${PAYMENT}0`,
  `${PAYMENT}/${OPERATION}0`,
  "mer_1/2026-1-02",
])("nothing on the list is called %j", (id) => {
  expect(keyOfOpenWork(id)).toBeUndefined();
});

it("an item of no known kind is not taken for another, whatever it shares with that", () => {
  const item = { merchantId: "mer_1", dueShard: "", dueSort: "", dueStep: 0 };
  for (const key of [
    { pk: "PAYMENT#1", sk: "OTHER" },
    { pk: "PAYMENT#1", sk: "OPERATION#1", decided: { kind: "other" } },
    { pk: "OTHER#1", sk: "PAYMENT" },
    { pk: "WORK#1", sk: "OTHER" },
  ])
    expect(openWorkOf({ ...item, ...key })).toBeUndefined();
});
