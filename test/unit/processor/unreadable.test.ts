import { beforeEach, describe, expect, it } from "vitest";
import { Failure, type FailureExtras } from "../../../shared/domain/failure.ts";
import type { ListedMovement } from "../../../shared/processor/movements.ts";
import { NotUnderstood } from "../../../shared/processor/snapshot.ts";
import { RecordedClient } from "./recorded-client.ts";

const processor = new RecordedClient().enter();
const { classifyReadFailure } = await import("../../../shared/processor/unreadable.ts");
const { traceMovement } = await import("../../../shared/processor/trace-movement.ts");
const references = await import("../../../shared/processor/references.ts");

beforeEach(() => processor.forget());

const rejected = (extras: FailureExtras) => new Failure("processor_rejected", "no", extras);
const MISSING = rejected({ processorSays: "missing" });
const reject = (call: string, failure: unknown) => {
  processor.answers[call] = () => {
    throw failure;
  };
};

describe("an object of an account cannot be read", () => {
  const LOST = rejected({ processorSays: "account_lost", processorCode: "account_invalid" });

  it("because it is of a shape of the future, or because it is not there: asking again changes nothing", async () => {
    expect(await classifyReadFailure(new NotUnderstood("later"), "acct_1")).toEqual({
      kind: "not_understood",
    });
    expect(await classifyReadFailure(MISSING, "acct_1")).toEqual({ kind: "missing" });
    expect(processor.sent).toEqual([]);
  });

  it("because the account has withdrawn our access, where the account itself says so", async () => {
    reject("accounts.retrieve", LOST);
    expect(await classifyReadFailure(LOST, "acct_1")).toEqual({ kind: "out_of_reach" });
  });

  it("in passing, where the account can be read all the same, or says nothing", async () => {
    processor.answers["accounts.retrieve"] = () => ({ id: "acct_1" });
    expect(await classifyReadFailure(LOST, "acct_1")).toEqual({ kind: "passing" });
    reject("accounts.retrieve", new Failure("processor_unavailable", "later"));
    expect(await classifyReadFailure(LOST, "acct_1")).toEqual({ kind: "passing" });
  });

  it("50: in passing for every other reason, and then the account is not asked", async () => {
    for (const error of [new Failure("processor_unavailable", "later"), new TypeError("a bug")])
      expect(await classifyReadFailure(error, "acct_1")).toEqual({ kind: "passing" });
    expect(await classifyReadFailure(LOST)).toEqual({ kind: "passing" });
    expect(processor.sent).toEqual([]);
  });
});

describe("money that moved leads", () => {
  const trace = (given: Partial<ListedMovement>) => traceMovement("acct_1", given as ListedMovement);
  const FEE = { id: "fee_1", charge: "ch_1", currency: "usd", amount_refunded: 7 };

  it("to the intent that it names, and nobody is asked", async () => {
    expect(await trace({ intentId: "pi_1", chargeId: "ch_1" })).toEqual({
      intentId: "pi_1",
      chargeId: "ch_1",
      fee: undefined,
    });
    expect(processor.sent).toEqual([]);
  });

  it("from a returned fee to its charge, and from there to its intent", async () => {
    processor.answers["applicationFees.retrieve"] = () => FEE;
    processor.answers["charges.retrieve"] = () => ({ payment_intent: "pi_1" });
    expect(await trace({ feeId: "fee_1" })).toEqual({
      intentId: "pi_1",
      chargeId: "ch_1",
      fee: { chargeId: "ch_1", currency: "usd", returnedCents: 7 },
    });
  });

  it("nowhere from a fee that another platform has taken, and from nothing", async () => {
    reject("applicationFees.retrieve", MISSING);
    const nowhere = { intentId: undefined, chargeId: undefined, fee: undefined };
    expect(await trace({ feeId: "fee_1" })).toEqual(nowhere);
    expect(await trace({})).toEqual(nowhere);
    expect(processor.sent).toHaveLength(1);
  });

  it("to a failure where a fee cannot be asked for just now", async () => {
    reject("applicationFees.retrieve", new Failure("processor_unavailable", "later"));
    await expect(trace({ feeId: "fee_1" })).rejects.toMatchObject({ code: "processor_unavailable" });
  });
});

describe("what refers to another object", () => {
  const PAYMENT = `svcpay_${"a".repeat(32)}`;

  it("may name it or show it: a charge its intent, a fee its charge", async () => {
    const { fetchFee, fetchIntentIdOfCharge } = references;
    const intentOf = (payment_intent: unknown) => {
      processor.answers["charges.retrieve"] = () => ({ payment_intent });
      return fetchIntentIdOfCharge("acct_1", "ch_1");
    };
    expect(await intentOf("pi_1")).toBe("pi_1");
    expect(await intentOf({ id: "pi_1" })).toBe("pi_1");
    expect(await intentOf(null)).toBeUndefined();
    processor.answers["applicationFees.retrieve"] = () => ({ charge: { id: "ch_1" } });
    expect(await fetchFee("fee_1")).toMatchObject({ chargeId: "ch_1" });
  });

  it("may be an intent: who has made it, and for which payment", async () => {
    processor.answers["paymentIntents.retrieve"] = () => ({ application: { id: "ca_1" } });
    expect(await references.fetchOriginOfIntent("acct_1", "pi_1")).toEqual({
      intentId: "pi_1",
      metadata: {},
      applicationId: "ca_1",
    });
  });

  it("may be a payment, if it is one of this environment's", async () => {
    const { paymentIdIn } = await import("../../../shared/processor/snapshot.ts");
    expect(paymentIdIn({ svcPaymentId: PAYMENT, svcEnv: "test" })).toBe(PAYMENT);
    expect(paymentIdIn({ svcPaymentId: PAYMENT, svcEnv: "live" })).toBeUndefined();
    expect(paymentIdIn({ svcPaymentId: "svcpay_1", svcEnv: "test" })).toBeUndefined();
    expect(paymentIdIn({})).toBeUndefined();
  });
});
