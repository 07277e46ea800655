import { expect, it } from "vitest";
import { findingsIn, partsOf } from "../../../../shared/domain/finance/day-progress.ts";
import { accountsOf, parseReconciliationJob } from "../../../../shared/domain/finance/reconciliation.ts";

const parse = (job: object) => parseReconciliationJob(JSON.stringify(job));

it.each([
  { kind: "events", merchantId: "mer_1", accountId: "acct_1" },
  { kind: "payouts", merchantId: "mer_1", accountId: "acct_1" },
  { kind: "payout", merchantId: "mer_1", payoutId: "po_1" },
  { kind: "statement", merchantId: "mer_1", date: "2026-01-01" },
])("a job of the kind $kind is read back, and none of which a part is missing", (job) => {
  expect(parse({ ...job, other: 1 })).toEqual(job);
  for (const name of Object.keys(job))
    expect(() => parse({ ...job, [name]: undefined }), name).toThrow("Not a reconciliation job.");
  for (const name of Object.keys(job)) expect(() => parse({ ...job, [name]: 1 }), name).toThrow();
});

it("a job of an account that must be asked for says so, and nothing else does", () => {
  const job = { kind: "events", merchantId: "mer_1", accountId: "acct_1" };
  expect(parse({ ...job, mustSync: true })).toEqual({ ...job, mustSync: true });
  for (const mustSync of [false, 1, "true", null]) expect(parse({ ...job, mustSync })).toEqual(job);
});

it.each(["events", "payouts", "payout", "statement"])("a job of the kind %s alone is none", (kind) => {
  expect(() => parse({ kind })).toThrow("Not a reconciliation job.");
  expect(() => parse({ kind, merchantId: "mer_1" })).toThrow("Not a reconciliation job.");
  const rest = { accountId: "acct_1", payoutId: "po_1", date: "2026-01-01" };
  expect(() => parse({ kind, ...rest })).toThrow("Not a reconciliation job.");
  expect(() => parse({ kind: "other", merchantId: "mer_1", ...rest })).toThrow("Not a reconciliation job.");
});

it("a merchant's accounts are those it had and the one it has, each once", () => {
  const account = { processorAccountId: "acct_1" };
  expect(accountsOf({ account, formerAccountIds: ["acct_0", "acct_1"] })).toEqual(["acct_0", "acct_1"]);
  expect(accountsOf({ account: null })).toEqual([]);
  // The first was given back once.
  expect(accountsOf({ account, formerAccountIds: ["acct_1", "acct_0"] })).toEqual(["acct_0", "acct_1"]);
  const former = ["acct_1", "acct_0", "acct_1"];
  expect(accountsOf({ account: null, formerAccountIds: former })).toEqual(["acct_0", "acct_1"]);
});

it("what was found of a day is kept in parts of a thousand, and comes back whole", () => {
  const many = Array.from({ length: 2001 }, (_, nth) => nth as never);
  const parts = partsOf({ verdicts: many, differences: many.slice(0, 1001) });
  expect(parts.map((part) => findingsIn(part).verdicts.length)).toEqual([1000, 1000, 1]);
  expect(parts.flatMap((part) => findingsIn(part).verdicts)).toEqual(many);
  expect(parts.flatMap((part) => findingsIn(part).differences)).toEqual(many.slice(0, 1001));
});
