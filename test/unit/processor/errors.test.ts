import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Failure, type FailureCode, type ProcessorSays } from "../../../shared/domain/failure.ts";

let toFailure: typeof import("../../../shared/processor/errors.ts").toFailure;
let nameOfMissingRight: typeof import("../../../shared/processor/errors.ts").nameOfMissingRight;
/** Kinds of the processor's failures. */
const counted: string[] = [];
let NoTimeLeft: typeof import("../../../shared/processor/errors.ts").NoTimeLeft;
beforeAll(async () => {
  vi.stubEnv("LOG_LEVEL", "SILENT");
  vi.stubEnv("ENVIRONMENT", "test");
  vi.doMock("../../../shared/runtime/logger.ts", async (original) => ({
    ...(await original<object>()),
    count: () => undefined,
    countProcessorFailure: (kind: string) => counted.push(kind),
  }));
  ({ toFailure, nameOfMissingRight, NoTimeLeft } = await import("../../../shared/processor/errors.ts"));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const CANARY = "No such thing: sk_live_canary of buyer@example.com";
type Raw = Parameters<typeof Stripe.errors.generateV1Error>[0];

/** The error that the SDK itself makes of an answer with this status. */
const answer = (statusCode: number, given: object = {}): Stripe.errors.StripeError =>
  Stripe.errors.generateV1Error({ message: CANARY, statusCode, ...given } as Raw);

const translate = (error: unknown): Failure => {
  const failure = toFailure(error);
  if (!(failure instanceof Failure)) throw new Error("not translated");
  return failure;
};

type Case = [name: string, error: Stripe.errors.StripeError, code: FailureCode];
type Unknown = [name: string, error: Stripe.errors.StripeError, says: ProcessorSays];

const named = (code: string, statusCode = 400) => answer(statusCode, { code });

const DEFINITE: Case[] = [
  ["a declined card", named("card_declined", 402), "payment_declined"],
  ["a state that does not allow it", named("payment_intent_unexpected_state"), "payment_not_capturable"],
  ["an expired authorization", named("capture_charge_authorization_expired"), "payment_not_capturable"],
  ["an expired charge", named("charge_expired_for_capture"), "payment_not_capturable"],
  ["a charge that has been refunded", named("charge_already_refunded"), "payment_not_refundable"],
  ["a charge that has been captured", named("charge_already_captured"), "payment_not_capturable"],
  ["a charge that was never authorized", named("capture_unauthorized_payment"), "payment_not_capturable"],
  ["a disputed charge", named("charge_disputed"), "payment_not_refundable"],
  ["a disputed payment", named("refund_disputed_payment"), "payment_not_refundable"],
  ["a charge that the processor keeps", named("charge_not_refundable"), "payment_not_refundable"],
  ["a code of a later time", named("capability_not_active"), "processor_rejected"],
  ["a refund without a successful charge, which has no code", answer(400), "processor_rejected"],
  ["a small amount", answer(400, { code: "amount_too_small", param: "amount" }), "processor_rejected"],
  ["an object that is not there", named("resource_missing", 404), "processor_rejected"],
  ["an account that gives us no access any more", named("account_invalid", 403), "processor_rejected"],
];

const lost = new Stripe.errors.StripeConnectionError({ message: CANARY } as Raw);
const UNKNOWN: Unknown[] = [
  ["a right that our key lacks", answer(403), "no_right"],
  ["a right that our key lacks, with a code", named("more_permissions_required", 403), "no_right"],
  ["a fault of the processor", answer(500), "saved_error"],
  ["a 503", answer(503), "saved_error"],
  ["too many requests", answer(429), "slow_down"],
  ["too many requests, as a 400", named("rate_limit"), "slow_down"],
  ["a lock that is held", named("lock_timeout", 429), "slow_down"],
  ["a key in use", named("idempotency_key_in_use", 409), "key_in_use"],
  ["a key in use, without a code", answer(409, { type: "idempotency_error" }), "key_in_use"],
  ["another conflict", answer(409), "nothing"],
  ["our own credentials, rejected", answer(401), "nothing"],
  ["a connection that was lost", lost, "nothing"],
];

it.each(DEFINITE)("after these the processor has certainly done nothing: %s", (_, error, code) => {
  const says = { resource_missing: "missing", account_invalid: "account_lost" }[error.code ?? ""];
  expect(translate(error)).toMatchObject({ code, extras: { processorSays: says ?? "rejected" } });
});

it.each(UNKNOWN)(
  "9: after these it may have done it, and the caller is told when to ask again: %s",
  (_, error, says) => {
    expect(translate(error)).toMatchObject({
      code: "processor_unavailable",
      extras: { retryAfterSeconds: 2, processorSays: says },
    });
  },
);

it("never takes the processor's own idempotency error for a rejection", () => {
  const failure = translate(answer(400, { type: "idempotency_error" }));
  expect(failure).toMatchObject({ code: "idempotency_conflict", extras: { processorSays: "key_reused" } });
});

const connection = (detail?: object) =>
  new Stripe.errors.StripeConnectionError({ message: CANARY, detail } as unknown as Raw);

it.each<[string, unknown, string[]]>([
  ["a fault of the processor", answer(500), ["down"]],
  ["a closed port", connection({ code: "ECONNREFUSED" }), ["down"]],
  ["a rate limit", answer(429, { type: "rate_limit_error" }), ["rate_limited"]],
  ["our own patience", connection({ code: "ETIMEDOUT" }), ["timed_out"]],
  ["a missing right", answer(403), ["no_right"]],
  ["a key that is no longer valid", answer(401), ["no_right"]],
  ["an account that has left", answer(403, { code: "account_invalid" }), []],
  ["a declined card", answer(402, { code: "card_declined" }), []],
  ["a rejected parameter", answer(400), []],
])("what an operator can tell apart at night: %s", (_, error, kinds) => {
  counted.length = 0;
  toFailure(error);
  expect(counted).toEqual(kinds);
});

describe("a call that there was no time for", () => {
  const cutOff = (mayHaveBeenSent: boolean) =>
    new Stripe.errors.StripeConnectionError({ detail: new NoTimeLeft(mayHaveBeenSent) } as never);

  it("was not sent: the caller may ask again at once", () => {
    const failure = translate(cutOff(false));
    expect(failure).toMatchObject({ code: "service_unavailable", extras: { retryAfterSeconds: 1 } });
    expect(failure.message).toContain("Too little time was left");
  });

  it("may have been sent before: its outcome is unknown", () => {
    expect(translate(cutOff(true))).toMatchObject({
      code: "processor_unavailable",
      extras: { processorSays: "nothing" },
    });
  });
});

it.each([400, 402, 403, 404, 429, 500])(
  "takes a %d that names no error for the word of something in between: the outcome is unknown",
  (status) => {
    const failure = translate(answer(status, { type: "api_error", code: "no_error_named" }));
    expect(failure.code).toBe("processor_unavailable");
    expect(failure.extras).not.toHaveProperty("processorCode");
  },
);

it("a fault that names no error was not saved by the processor, and may pass", () => {
  const unnamed = answer(500, { type: "api_error", code: "no_error_named" });
  expect(translate(unnamed).extras.processorSays).toBe("nothing");
});

it("the right that a key lacks is named as the processor names it, if it does", () => {
  const lacking = (message: string) => nameOfMissingRight(answer(403, { message }));
  expect(lacking("Having the 'rak_charge_write' permission would do.")).toBe("charge_write");
  expect(lacking("Having the 'rak_v2_account_storer_write' permission would do.")).toBe(
    "v2_account_storer_write",
  );
  expect(lacking("You may not do that with 'rk_test_canary'.")).toBeUndefined();
  expect(nameOfMissingRight(new Error("the 'rak_charge_write' permission"))).toBeUndefined();
});

/** Sends the answer through the service's own HTTP client and the SDK's v2 reader, as a call to /v2/ would. */
async function answerOfV2(status: number, error: object): Promise<unknown> {
  const response = {
    getStatusCode: () => status,
    getHeaders: () => ({}),
    getRawResponse: () => ({}),
    toJSON: async () => ({ error: { message: CANARY, ...error } }),
  };
  vi.spyOn(Stripe, "createNodeHttpClient").mockReturnValueOnce({
    makeRequest: async () => response,
    getClientName: () => "test",
  } as never);
  const { timedHttpClient } = await import("../../../shared/processor/client.ts");
  const stripe = new Stripe("sk_test_1", { httpClient: timedHttpClient(), maxNetworkRetries: 0 });
  return stripe.v2.core.accounts.create({}).catch((rejected: unknown) => rejected);
}

describe("an error of the v2 API", () => {
  const said = async (status: number, error: object) => translate(await answerOfV2(status, error));

  it.each([
    ["without a type", 400, { code: "invalid_fields" }],
    [
      "without a type, and with a code that the SDK does not know",
      400,
      { code: "account_country_unsupported" },
    ],
    ["of a type with a class of its own", 400, { type: "blocked_by_stripe" }],
    ["of another such type", 422, { type: "cannot_proceed", code: "not_possible" }],
    ["of a later type", 422, { type: "a_type_of_a_later_time" }],
    ["of an object that is not there", 404, { code: "not_found" }],
  ])("%s is a rejection: it did nothing", async (_, status, error) => {
    expect(await said(status, error)).toMatchObject({
      code: "processor_rejected",
      extras: { processorSays: "rejected", processorCode: Object.values(error).at(-1) },
    });
  });

  it("a rejected field is pointed at in the caller's own name", async () => {
    const rejected = await answerOfV2(400, { code: "invalid_fields", param: "identity.country" });
    expect(toFailure(rejected, { "identity.country": "country" })).toMatchObject({
      code: "invalid_request",
      extras: { errors: [{ pointer: "/country" }] },
    });
  });

  it.each([
    ["a rate limit", 429, { type: "rate_limit" }, "slow_down"],
    ["a rate limit as a 400", 400, { type: "rate_limit" }, "slow_down"],
    ["a rate limit without a type", 429, { code: "rate_limit" }, "slow_down"],
    ["a 500, which v2 does not save", 500, { type: "api_error" }, "nothing"],
    ["a 503 without a type", 503, { code: "unavailable" }, "nothing"],
    ["a 500 of a type with a class of its own", 500, { type: "cannot_proceed" }, "nothing"],
    ["a fault that names a field", 500, { code: "invalid_fields" }, "nothing"],
    ["a key in use", 409, { type: "idempotency_error" }, "key_in_use"],
    ["another conflict", 409, { code: "conflict" }, "nothing"],
    ["our own credentials, rejected", 401, { code: "unauthenticated" }, "nothing"],
    ["a missing right", 403, { code: "forbidden" }, "no_right"],
    ["a feature that the platform does not have", 403, { type: "feature_not_enabled" }, "no_right"],
    ["an answer of something in between", 400, {}, "nothing"],
  ])("leaves open what was done: %s", async (_, status, error, says) => {
    expect(await said(status, error)).toMatchObject({
      code: "processor_unavailable",
      extras: { retryAfterSeconds: 2, processorSays: says },
    });
  });

  it("says that a key came with other parameters, as v1 does", async () => {
    expect(await said(400, { type: "idempotency_error" })).toMatchObject({
      code: "idempotency_conflict",
      extras: { processorSays: "key_reused" },
    });
  });

  it("never passes on the processor's words", async () => {
    const { message, extras } = await said(400, { code: "invalid_fields" });
    expect(message + JSON.stringify({ ...extras, cause: undefined })).not.toContain("canary");
  });
});

describe("a field of the caller's that the processor rejects", () => {
  const FIELDS = { amount: "amountCents", types: "paymentMethodTypes", customer: "customerRef" };
  const rejected = (param: string, code = "parameter_invalid") =>
    toFailure(answer(400, { code, param }), FIELDS) as Failure;

  it.each([
    ["amount", "/amountCents"],
    ["types[1]", "/paymentMethodTypes/1"],
  ])("is pointed at in the caller's own names: %s is %s", (param, pointer) => {
    expect(rejected(param)).toMatchObject({
      code: "invalid_request",
      extras: {
        processorSays: "rejected",
        errors: [{ pointer, detail: expect.stringContaining("rejected the value of") }],
      },
    });
    expect(rejected(param).message).toContain("a field of the request");
  });

  it("may be the id of something that is not there", () => {
    expect(rejected("customer", "resource_missing").extras).toMatchObject({
      processorSays: "missing",
      errors: [{ pointer: "/customerRef", detail: expect.stringContaining("does not exist") }],
    });
  });

  it("is not looked for among what the caller did not write", () => {
    expect(rejected("application_fee_amount").code).toBe("processor_rejected");
  });
});

describe("what is passed on", () => {
  it.each([
    ["a declined card", () => translate(answer(402)), /declined/],
    [
      "a key of other parameters",
      () => translate(answer(400, { type: "idempotency_error" })),
      /other parameters/,
    ],
    ["an account that has left", () => translate(answer(403, { code: "account_invalid" })), /denies access/],
    [
      "a bank's word on a refund",
      () => toFailure(answer(402), {}, new Map([["card_error", "processor_rejected" as const]])) as Failure,
      /rejected the request/,
    ],
  ])("says in words of ours what has happened: %s", (_, failure, words) => {
    expect(failure().message).toMatch(words);
  });

  it.each([...DEFINITE, ...UNKNOWN].map(([name, error]) => [name, error] as const))(
    "never has the processor's words: %s",
    (_, error) => {
      const { message, extras } = translate(error);
      const { cause, ...shown } = extras;
      expect(message + JSON.stringify(shown)).not.toContain("canary");
      expect(cause).toBe(error);
    },
  );

  it("has its codes, which a program can act on", () => {
    const declined = answer(402, { code: "card_declined", decline_code: "insufficient_funds" });
    const shown = { processorCode: "card_declined", declineCode: "insufficient_funds" };
    expect(translate(declined).extras).toMatchObject(shown);
  });

  it.each(["x", "x".repeat(100)])("has every code that is safe, however short or long: %s", (safe) => {
    expect(translate(answer(402, { code: safe })).extras.processorCode).toBe(safe);
  });

  it.each(["Card declined: canary", "canary<br>", "canary\n", "x".repeat(101), ""])(
    "has no code that is not safe: %j",
    (unsafe) => {
      const { extras } = translate(answer(402, { code: unsafe, decline_code: unsafe }));
      expect(extras).not.toHaveProperty("processorCode");
      expect(extras).not.toHaveProperty("declineCode");
    },
  );

  it("names the parameter at fault, unless it is not a plain name", () => {
    const rejected = (param: string) => translate(answer(400, { code: "parameter_invalid", param })).message;
    expect(rejected("payment_method_types[]")).toContain("payment_method_types[]");
    expect(rejected("canary: 4242 4242")).not.toContain("canary");
  });
});

it.each([new TypeError("a bug"), new Failure("not_found", "ours"), "text", undefined])(
  "leaves alone what is not the processor's: %s",
  (error) => {
    expect(toFailure(error)).toBe(error);
  },
);

describe("a rejection that only its parameter or its code explains", () => {
  const rejected = (param: string, code?: string) =>
    new Stripe.errors.StripeInvalidRequestError({
      type: "invalid_request_error",
      message: "x",
      param,
      ...(code && { code }),
    });
  const codeOf = (failure: unknown) => (failure as Failure).code;

  it("means what the call says it means", () => {
    const meanings = new Map([["amount", "refund_exceeds_charge" as const]]);
    expect(codeOf(toFailure(rejected("amount"), {}, meanings))).toBe("refund_exceeds_charge");
  });

  it("means it by its code as well: an over-capture names no parameter", () => {
    const meanings = new Map([["amount_too_large", "capture_exceeds_authorization" as const]]);
    const overCapture = answer(400, { code: "amount_too_large" });
    expect(codeOf(toFailure(overCapture, {}, meanings))).toBe("capture_exceeds_authorization");
  });

  it("is a plain rejection for any other call", () => {
    expect(codeOf(toFailure(rejected("amount")))).toBe("processor_rejected");
    expect(codeOf(toFailure(rejected("amount", "amount_too_large")))).toBe("processor_rejected");
    expect(codeOf(toFailure(rejected("constructor", "constructor")))).toBe("processor_rejected");
  });
});

it.each([400, 409, 429])(
  "another request on the same intent is a reason to wait, with a %s too",
  (status) => {
    const message = "There is currently another in-progress request using this PaymentIntent.";
    expect(translate(answer(status, { message, type: "invalid_request_error" }))).toMatchObject({
      code: "processor_unavailable",
    });
  },
);
