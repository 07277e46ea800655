import { describe, expect, it } from "vitest";
import { describeRedelivered } from "../../../infra/operator/dead-letters.ts";
import { describeStatement } from "../../../infra/operator/describe-statement.ts";
import { commandFor } from "../../../infra/operator/example.ts";
import { describeAudit } from "../../../infra/operator/merchants.ts";

it("a command that is printed to be typed next is for the environment of the one before, or for the local stack", () => {
  expect(commandFor("prod", "keys issue mer_1")).toBe("npm run operator -- keys issue mer_1 --env prod");
  expect(commandFor(undefined, "secrets reseal")).toBe("npm run operator -- secrets reseal");
});

describe("a merchant's audit", () => {
  const entry = { at: "2026-07-01T09:00:00.000Z", actor: "olivia", action: "revoke-key", subject: "key_1" };

  it("says that it is cut off, and what has the rest", () => {
    const text = describeAudit({ audit: [entry], auditIsCutOff: true }, "merchants export mer_1");
    expect(text).toMatch(/\n\nThese are the newest 1\. Older ones: merchants export mer_1$/);
  });

  it("says nothing where it is all there is", () => {
    const text = describeAudit({ audit: [entry], auditIsCutOff: false }, "merchants export mer_1");
    expect(text).not.toContain("Older");
  });

  it("shows an operator's remark beside the name that AWS vouches for, and who made a session", () => {
    const audit = [
      { ...entry, remark: "for Ada" },
      { ...entry, actor: "ses_1", maker: "key_2", reason: "asked", more: 3 },
    ];
    const rows = describeAudit({ audit, auditIsCutOff: false }, "").split("\n").slice(1);
    expect(rows[0]).toMatch(/ olivia \("for Ada"\) +revoke-key +key_1$/);
    expect(rows[1]).toMatch(/ ses_1 of key_2 +revoke-key +key_1: asked \(and 3 older like this\)$/);
  });
});

it("a day that is over, and whose account cannot be read, is not called a day that is not over", () => {
  const statement = {
    ...{ date: "2026-07-01", final: false, unreachableAccounts: ["acct_1"], totals: [], differences: [] },
    ...{ matched: 0, merchantsOwn: 0, unexplained: 0, differencesOmitted: 0 },
    balance: { moves: [] },
  } as unknown as Parameters<typeof describeStatement>[0];
  expect(describeStatement(statement, null)).toMatch(/^Day +2026-07-01 \(not final\)$/m);
});

it.each([
  [[], "3 events are being redelivered."],
  [
    ["mer_1", "mer_2"],
    "3 events are being redelivered; those of mer_1, mer_2 are held, because the endpoint is not enabled.",
  ],
])("dead letters are on their way, and held where the endpoint is disabled: %j", (held, words) => {
  expect(describeRedelivered(3, held)).toBe(words);
});
