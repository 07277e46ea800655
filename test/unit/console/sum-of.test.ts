import { expect, it } from "vitest";
import { sumOf } from "../../../infra/pages/console/screens/payouts/sum-of.ts";

const total = (given: object) => ({
  count: 1,
  grossCents: 0,
  platformFeesCents: 0,
  otherFeesCents: 0,
  processorFeesCents: 0,
  taxesCents: 0,
  netCents: 0,
  ...given,
});

it("a payout is shown as what came in by kind, less what went off, and nothing where nothing is", () => {
  const charge = { count: 2, grossCents: 9_998, platformFeesCents: 310, processorFeesCents: 350 };
  const rows = sumOf({
    // As the table gives them back: in no particular order.
    totals: {
      refund: total({ grossCents: -1_000, platformFeesCents: -31 }),
      charge: total({ ...charge, otherFeesCents: 20, taxesCents: 7 }),
    },
    unexplainedCents: -3,
  });
  expect(rows).toEqual([
    { name: "2 charges", cents: 9_998 },
    { name: "1 refund", cents: -1_000 },
    { name: "Platform fees", cents: -279 },
    { name: "Other platforms' fees", cents: -20 },
    { name: "Stripe fees", cents: -350 },
    { name: "Taxes withheld", cents: -7 },
    { name: "Unexplained", cents: -3 },
  ]);
  const plain = { totals: { charge: total({ grossCents: 500 }) }, unexplainedCents: null };
  expect(sumOf(plain)).toEqual([{ name: "1 charge", cents: 500 }]);
});

it("what moved on another balance is in no row, so that the rows add up to what was paid out", () => {
  const totals = {
    charge: total({ grossCents: 500, netCents: 500 }),
    other_balance: total({ grossCents: 70, processorFeesCents: 1, netCents: 69 }),
  };
  expect(sumOf({ totals, unexplainedCents: 0 })).toEqual([{ name: "1 charge", cents: 500 }]);
});

it.each([
  ["refund_failure", "13 refund failures"],
  ["platform_fee_return", "13 platform fee refunds"],
  ["held_back", "13 held back"],
  ["other", "13 other"],
])("lines of the kind %s are counted as %s", (kind, name) => {
  const totals = { [kind]: total({ count: 13 }) };
  expect(sumOf({ totals, unexplainedCents: 0 })[0]?.name).toBe(name);
});
