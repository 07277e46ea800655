import { describe, expect, it } from "vitest";
import { createPayment } from "../../../shared/contract/create-payment.ts";
import { capturePayment, refundPayment } from "../../../shared/contract/payment-operations.ts";

const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [String(number).padStart(40, "n"), "v"]));

const create = (given: object) => createPayment.body.safeParse({ amountCents: 1000, ...given });

describe("the body of a new payment", () => {
  it("needs no more than an amount, and says what the rest becomes", () => {
    expect(createPayment.body.parse({ amountCents: 1000 })).toEqual({
      amountCents: 1000,
      currency: "usd",
      captureMethod: "automatic",
    });
  });

  it.each([
    ["the smallest amount", { amountCents: 50 }],
    ["the largest amount", { amountCents: 5_000_000 }],
    ["a whole number written with a point", JSON.parse('{"amountCents": 1000.0}')],
    ["a manual capture", { captureMethod: "manual" }],
    ["payment methods", { paymentMethodTypes: ["card", "us_bank_account", "klarna"] }],
    ["the longest reference", { orderRef: "x".repeat(500) }],
    ["a reference in any script", { orderRef: "注文 №7 👟", customerRef: "кл-1", branch: "Łódź" }],
    ["a long description", { description: "x".repeat(1000) }],
    ["a suffix of a statement", { statementDescriptorSuffix: "ORDER & #7" }],
    ["no suffix of a statement", { statementDescriptorSuffix: "" }],
    ["metadata of its own", { metadata: { "cart id": "7", größe: "👟", constructor: "x" } }],
    ["twenty names of forty characters", { metadata: names(20) }],
    ["a key for the processor", { idempotencyKey: "~".repeat(255) }],
  ])("may have %s", (_, given) => {
    expect(create(given).error).toBeUndefined();
  });

  it.each(["EUR", "eur", "Eur"])("takes %j as eur", (currency) => {
    expect(create({ currency }).data?.currency).toBe("eur");
  });

  it.each([
    ["half a cent", { amountCents: 50.5 }, "amountCents"],
    ["an amount as text", { amountCents: "50" }, "amountCents"],
    ["no amount", { amountCents: undefined }, "amountCents"],
    ["null as amount", { amountCents: null }, "amountCents"],
    ["a negative amount", { amountCents: -1000 }, "amountCents"],
    ["an amount beyond numbers", { amountCents: Number.POSITIVE_INFINITY }, "amountCents"],
    ["an empty currency", { currency: "" }, "currency"],
    ["null as currency", { currency: null }, "currency"],
    ["a look-alike letter in the currency", { currency: "uſd" }, "currency"],
    ["an unknown capture method", { captureMethod: "later" }, "captureMethod"],
    ["no payment method at all", { paymentMethodTypes: [] }, "paymentMethodTypes"],
    ["too many payment methods", { paymentMethodTypes: Array(21).fill("card") }, "paymentMethodTypes"],
    ["a payment method with a space", { paymentMethodTypes: ["card "] }, "paymentMethodTypes"],
    ["a reference that is too long", { orderRef: "x".repeat(501) }, "orderRef"],
    ["a number as reference", { orderRef: 7 }, "orderRef"],
    ["a description that is too long", { description: "x".repeat(1001) }, "description"],
    ["a suffix that is too long", { statementDescriptorSuffix: "x".repeat(11) }, "statementDescriptorSuffix"],
    ["a suffix without a letter", { statementDescriptorSuffix: "1001" }, "statementDescriptorSuffix"],
    ["a suffix with a star", { statementDescriptorSuffix: "A*B" }, "statementDescriptorSuffix"],
    ["a suffix in another script", { statementDescriptorSuffix: "Łódź" }, "statementDescriptorSuffix"],
    ["too many names in its metadata", { metadata: names(21) }, "metadata"],
    ["metadata that is too large", { metadata: { a: "x".repeat(490), b: "x".repeat(500) } }, "metadata"],
    ["a value of another kind in its metadata", { metadata: { a: 1 } }, "metadata"],
    ["an empty value in its metadata", { metadata: { a: "" } }, "metadata"],
    ["a list as metadata", { metadata: ["a"] }, "metadata"],
    ["a name that is too long", { metadata: { ["x".repeat(41)]: "x" } }, "metadata"],
    ["a name with brackets", { metadata: { "a[b]": "x" } }, "metadata"],
    ["an empty name", { metadata: { "": "x" } }, "metadata"],
    ...["svcPaymentId", "SVCenv", "svc", "orderRef", "ORDERREF", "branch", "customerRef"].map(
      (name): [string, object, string] => [
        `the reserved name ${name}`,
        { metadata: { [name]: "x" } },
        "metadata",
      ],
    ),
    ["a processor key that is too long", { idempotencyKey: "x".repeat(256) }, "idempotencyKey"],
  ])("is rejected for %s", (_, given, field) => {
    const fields = create(given).error?.issues.map(({ path }) => path[0]);
    expect(new Set(fields)).toEqual(new Set([field]));
  });

  it.each([null, ""])("takes %j for a reference that is not there", (orderRef) => {
    expect(create({ orderRef })).toMatchObject({ success: true, data: { orderRef: undefined } });
  });

  it("is rejected for a mistyped field, which it names", () => {
    expect(create({ captureMetod: "manual" }).error?.issues).toMatchObject([{ keys: ["captureMetod"] }]);
  });

  it.each([[null], [[]], ["text"], [7]])("is rejected when it is %j and not an object", (body) => {
    expect(createPayment.body.safeParse(body).success).toBe(false);
  });
});

describe("the body of a capture", () => {
  it.each([{}, { amountCents: 1 }, { amountCents: 49 }])("may be %j", (body) => {
    expect(capturePayment.body.safeParse(body).success).toBe(true);
  });

  it.each([
    { amountCents: 0 },
    { amountCents: -1 },
    { amountCents: 1.5 },
    { amountCents: "1" },
    { amountCents: null },
    { amount: 1 },
  ])("may not be %j", (body) => {
    expect(capturePayment.body.safeParse(body).success).toBe(false);
  });
});

describe("the body of a refund", () => {
  it("refunds the fee unless told otherwise", () => {
    expect(refundPayment.body.parse({})).toEqual({ refundApplicationFee: true });
    expect(refundPayment.body.parse({ refundApplicationFee: false }).refundApplicationFee).toBe(false);
  });

  it.each(["requested_by_customer", "duplicate", "fraudulent"])("may give the reason %s", (reason) => {
    expect(refundPayment.body.safeParse({ amountCents: 1, reason }).success).toBe(true);
  });

  it.each([
    { amountCents: 0 },
    { amountCents: 1.5 },
    { amountCents: null },
    { reason: "expired_uncaptured_charge" },
    { reason: "" },
    { reason: null },
    { refundApplicationFee: "false" },
    { refundApplicationFee: null },
    { refund_application_fee: false },
  ])("may not be %j", (body) => {
    expect(refundPayment.body.safeParse(body).success).toBe(false);
  });
});
