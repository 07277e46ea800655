import { expect, it, vi } from "vitest";
import { merchantBudget } from "../../../shared/lambda/merchant-budget.ts";

vi.stubEnv("ENVIRONMENT", "test");
vi.stubEnv("METRICS", "off");

const call = (merchantId: string, startedAt: number) =>
  merchantBudget("file").before?.({
    event: { facts: { merchant: { merchantId }, startedAt } },
  } as unknown as Parameters<NonNullable<ReturnType<typeof merchantBudget>["before"]>>[0]);

it("a merchant's budget is its own, is refilled with time, and says when", () => {
  for (let nth = 0; nth < 10; nth++) call("mer_1", 0);
  const rejected = { code: "rate_limited", extras: { retryAfterSeconds: 5 } };
  expect(() => call("mer_1", 0)).toThrow(expect.objectContaining(rejected));
  expect(() => call("mer_1", 4_000)).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/1 second\.$/) }),
  );
  call("mer_2", 0);
  call("mer_1", 5_000);
});

it("budgets begin anew where more than ten thousand merchants call one instance", () => {
  for (let nth = 0; nth < 10; nth++) call("mer_a", 0);
  for (let nth = 0; nth < 9_997; nth++) call(`mer_b${nth}`, 0);
  expect(() => call("mer_a", 0)).toThrow();
  call("mer_c", 0);
  call("mer_a", 0);
});
