import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRecoveryJob, type RecoveryJob } from "../../../shared/domain/recovery.ts";

const JOB: RecoveryJob = {
  merchantId: "mer_1",
  sinceMs: 0,
  untilMs: 1000,
  states: ["dead", "held"],
  before: "0000000000500#evt_1",
  paced: 100,
};

it("comes back from its queue as it was", () => {
  expect(parseRecoveryJob(JSON.stringify(JOB))).toEqual(JOB);
});

it("begins at the beginning where it does not say otherwise", () => {
  const { before: _, paced: __, ...fresh } = JOB;
  expect(parseRecoveryJob(JSON.stringify(fresh))).toEqual({ ...fresh, before: undefined, paced: 0 });
});

it("takes over no field and no state that it does not know", () => {
  const given = { ...JOB, states: ["delivered", "held"], url: "https://evil.example" };
  expect(parseRecoveryJob(JSON.stringify(given))).toEqual({ ...JOB, states: ["held"] });
});

describe("is refused", () => {
  it.each([
    ["without a merchant", { merchantId: undefined }],
    ["with a time in text", { sinceMs: "0" }],
    ["without an end", { untilMs: null }],
    ["without a state", { states: [] }],
    ["with a state that is no list", { states: "dead" }],
    ["with a place that is no text", { before: 7 }],
    ["with a pace that is no number", { paced: "7" }],
  ])("%s", (_, wrong) => {
    expect(() => parseRecoveryJob(JSON.stringify({ ...JOB, ...wrong }))).toThrow("Not a recovery job.");
  });

  it("whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(() => parseRecoveryJob(text)).toThrow();
      }),
    );
  });
});
