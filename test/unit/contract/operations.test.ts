import { describe, expect, it } from "vitest";
import type { Answer } from "../../../shared/contract/operation.ts";
import { FAILURES } from "../../../shared/domain/failure.ts";
import { MERCHANT_ENDPOINTS } from "../../support/merchant-endpoints.ts";

const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);

it("gives every operation a name of its own, because a function is named after it", () => {
  expect(repeated(MERCHANT_ENDPOINTS.map(({ name }) => name))).toEqual([]);
});

it("gives every operation a route of its own, whatever its parameters are called", () => {
  const routes = MERCHANT_ENDPOINTS.map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`,
  );
  expect(repeated(routes)).toEqual([]);
});

it("serves the payment operations of the specification", () => {
  expect(MERCHANT_ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining([
      "POST /v1/payments/intents",
      "POST /v1/payments/{id}/capture",
      "POST /v1/payments/{id}/refund",
      "GET /v1/payments/{id}",
    ]),
  );
});

describe.each(MERCHANT_ENDPOINTS)("$name", (operation) => {
  it("is under the version's prefix", () => {
    expect(operation.path).toMatch(/^\/v1\//);
  });

  it("fails only in known ways, each listed once", () => {
    expect(operation.failures.filter((code) => !(code in FAILURES))).toEqual([]);
    expect(repeated([...operation.failures])).toEqual([]);
  });

  it("can always turn out unauthorized, invalid or broken", () => {
    expect(operation.failures).toEqual(
      expect.arrayContaining(["unauthorized", "invalid_request", "internal_error"]),
    );
  });

  it("has an example of each answer that its schema takes", () => {
    for (const { schema, example } of Object.values<Answer>(operation.answers))
      expect(schema.safeParse(example).error).toBeUndefined();
  });

  it("rejects a missing header exactly when its Idempotency-Key is required", () => {
    expect(operation.failures.includes("missing_header")).toBe(operation.idempotencyKey === "required");
  });
});

it("rejects no payment because its merchant looks up too much, and nothing else that moves money", () => {
  const unlimited = [
    "create-payment",
    "capture-payment",
    "refund-payment",
    "cancel-payment",
    "get-payment",
    "process-at-reader",
    "cancel-reader-action",
    "get-reader",
  ];
  const limited = MERCHANT_ENDPOINTS.filter(({ budget }) => budget).map(({ name }) => name);
  expect(limited).toEqual(expect.arrayContaining(["list-payments", "list-events", "get-payment-details"]));
  expect(unlimited.filter((name) => limited.includes(name))).toEqual([]);
  expect(unlimited.filter((name) => !MERCHANT_ENDPOINTS.some((one) => one.name === name))).toEqual([]);
});

it("limits the health of each callback endpoint, which reads a thousand events", () => {
  const health = MERCHANT_ENDPOINTS.filter(({ path }) => path.endsWith("/health"));
  expect(health.map(({ name, budget }) => [name, budget])).toEqual([["get-callback-health", "ledger"]]);
});

it("limits every list and every file", () => {
  const lists = MERCHANT_ENDPOINTS.filter(({ answers }) =>
    Object.values(answers).some(({ paged, csv }: Answer) => paged || csv),
  );
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.filter(({ budget }) => !budget).map(({ name }) => name)).toEqual([]);
});

it.each(MERCHANT_ENDPOINTS.filter(({ idempotencyKey }) => idempotencyKey))(
  "$name admits to the conflicts that an Idempotency-Key can cause",
  ({ failures }) => {
    expect(failures).toEqual(expect.arrayContaining(["idempotency_conflict", "in_progress"]));
  },
);

it.each(MERCHANT_ENDPOINTS.filter(({ path }) => path.includes("{")))(
  "$name admits that what its path names may not exist",
  ({ failures }) => {
    expect(failures).toContain("not_found");
  },
);
