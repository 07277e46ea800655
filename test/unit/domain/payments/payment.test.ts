import { expect, it } from "vitest";
import {
  disputesOf,
  isAsOrdered,
  netRefundedCents,
  projectIntent,
} from "../../../../shared/domain/payments/payment.ts";
import { aCharge, aSnapshot } from "../../../support/payments.ts";

const authorized = { captured: false, capturedCents: 0 };

it.each([
  {
    name: "a new payment has its full amount and no charge",
    snapshot: aSnapshot({ status: "requires_payment_method", chargeId: null, charge: null }),
    state: { status: "requires_payment_method", amountCents: 1000, processorChargeId: null },
  },
  {
    name: "a failed attempt leaves a charge behind and moves no money",
    snapshot: aSnapshot({ status: "requires_payment_method", charge: aCharge(authorized) }),
    state: { status: "requires_payment_method", amountCents: 1000, refundedCents: 0 },
  },
  {
    name: "an authorization shows the authorized amount",
    snapshot: aSnapshot({
      status: "requires_capture",
      capturableCents: 1200,
      charge: aCharge(authorized),
    }),
    state: { status: "requires_capture", amountCents: 1200, refundedCents: 0 },
  },
  {
    name: "an authorization that was canceled is no refund, whatever its charge says",
    snapshot: aSnapshot({ status: "canceled", charge: aCharge({ ...authorized, refundedCents: 1000 }) }),
    state: { status: "canceled", amountCents: 1000, refundedCents: 0 },
  },
  {
    name: "a full capture is paid",
    snapshot: aSnapshot(),
    state: { status: "succeeded", amountCents: 1000, applicationFeeCents: 55, refundedCents: 0 },
  },
  {
    name: "a partial capture shows what was captured and its fee, and its released rest is no refund",
    snapshot: aSnapshot({ charge: aCharge({ capturedCents: 600, applicationFeeCents: 33 }) }),
    state: { status: "succeeded", amountCents: 600, applicationFeeCents: 33, refundedCents: 0 },
  },
  {
    name: "a refund of part of a partial capture counts as it is",
    snapshot: aSnapshot({ charge: aCharge({ capturedCents: 600, refundedCents: 100 }) }),
    state: { status: "partially_refunded", amountCents: 600, refundedCents: 100 },
  },
  {
    name: "a refund of all of a partial capture is a full refund",
    snapshot: aSnapshot({ charge: aCharge({ capturedCents: 600, refundedCents: 600 }) }),
    state: { status: "refunded", amountCents: 600, refundedCents: 600 },
  },
  {
    name: "a partial capture whose charge was not asked for shows what was received",
    snapshot: aSnapshot({ receivedCents: 600, charge: null }),
    state: { status: "succeeded", amountCents: 600, processorChargeId: "ch_1" },
  },
  {
    name: "a refund of a single cent is a refund",
    snapshot: aSnapshot({ charge: aCharge({ refundedCents: 1 }) }),
    state: { status: "partially_refunded", amountCents: 1000, refundedCents: 1 },
  },
  {
    name: "a hold ends when its charge says",
    snapshot: aSnapshot({
      status: "requires_capture",
      charge: aCharge({ ...authorized, captureBefore: 1_782_907_200_000 }),
    }),
    state: { status: "requires_capture", captureBefore: 1_782_907_200_000 },
  },
  {
    name: "what was captured is held no more, whatever its charge says",
    snapshot: aSnapshot({ charge: aCharge({ captureBefore: 1_782_907_200_000 }) }),
    state: { status: "succeeded", captureBefore: null },
  },
  {
    name: "all but one cent is still partial",
    snapshot: aSnapshot({ charge: aCharge({ refundedCents: 999 }) }),
    state: { status: "partially_refunded", amountCents: 1000, refundedCents: 999 },
  },
])("what the processor says becomes the payment's state: $name", ({ snapshot, state }) => {
  expect(projectIntent(snapshot)).toMatchObject(state);
});

it.each([
  { name: "nothing refunded", charge: aCharge(), net: 0 },
  { name: "one refund", charge: aCharge({ refundedCents: 250 }), net: 250 },
  { name: "a partial capture", charge: aCharge({ capturedCents: 600 }), net: 0 },
  { name: "its refund", charge: aCharge({ capturedCents: 600, refundedCents: 50 }), net: 50 },
  { name: "an uncaptured charge", charge: aCharge({ captured: false, refundedCents: 1000 }), net: 0 },
])("refunds proper of $name: $net", ({ charge, net }) => {
  expect(netRefundedCents(charge)).toBe(net);
});

it.each([
  ["their time", 1, 2],
  ["their id, where they have the same time", 1, 1],
  ["their id, where their time is not known", undefined, undefined],
])("disputes are ordered by %s", (_, first, second) => {
  const dispute = (disputeId: string, openedAt?: number) => ({
    ...{ disputeId, openedAt, status: "lost", reason: "general", amountCents: 1000 },
  });
  const [du_a, du_b] = [dispute("du_a", first), dispute("du_b", second)];
  for (const disputes of [
    { du_a, du_b },
    { du_b, du_a },
  ])
    expect(disputesOf({ disputes })).toEqual([du_a, du_b]);
});

const ORDERED = {
  amountCents: 1000,
  currency: "usd",
  applicationFeeCents: 55,
  applicationId: undefined,
} as const;
const intent = { ...ORDERED, applicationId: null, metadata: { svcAmountCents: "1000" } };
const without = { applicationFeeCents: 0 };

it.each([
  ["as it was ordered", {}, {}, true],
  ["whose metadata was edited and names no amount", {}, { metadata: {} }, true],
  ["in another currency", {}, { currency: "eur" }, false],
  ["of another application", { applicationId: "ca_ours" }, { applicationId: "ca_other" }, false],
  ["of ours, where ours is known", { applicationId: "ca_ours" }, { applicationId: "ca_ours" }, true],
  ["with a tip", {}, { amountCents: 1200 }, true],
  [
    "with a tip, captured in part for part of the fee",
    {},
    { amountCents: 1200, applicationFeeCents: 30 },
    true,
  ],
  [
    "with a tip, that names another amount",
    {},
    { amountCents: 1200, metadata: { svcAmountCents: "1200" } },
    false,
  ],
  ["with a tip, that names no amount", {}, { amountCents: 1200, metadata: {} }, false],
  ["with less than was ordered, for the agreed fee", {}, { amountCents: 800 }, true],
  [
    "for less, for the agreed fee of a cent",
    { applicationFeeCents: 1 },
    { amountCents: 800, applicationFeeCents: 1 },
    true,
  ],
  ["with a tip, captured for a cent of the fee", {}, { amountCents: 1200, applicationFeeCents: 1 }, true],
  ["of ours for less, with a fee of its own", {}, { amountCents: 100, applicationFeeCents: 5 }, false],
  ["for less, without a fee", {}, { amountCents: 800, ...without }, false],
  ["for more, without a fee", {}, { amountCents: 1200, ...without }, false],
  ["for more, where no fee was agreed", without, { amountCents: 1200, ...without }, true],
  ["for less, where no fee was agreed", without, { amountCents: 800, ...without }, false],
] as const)(
  "an intent that names an open creation, %s, is taken for what was ordered, or not",
  (_, ordered, found, isIt) => {
    expect(isAsOrdered({ ...ORDERED, ...ordered }, { ...intent, ...found })).toBe(isIt);
  },
);
