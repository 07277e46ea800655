import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { MERCHANT_BUDGETS } from "../../../shared/domain/access/merchant-budget.ts";
import type { MerchantApi, Reply } from "../../support/api.ts";
import { countedDuring } from "../../support/counted.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { useService } from "../../support/use-service.ts";

/** One merchant's runaway loop takes its lists and lookups from itself alone, and no payment from anybody. */
const service = useService({ muted: true });
forgetOpenWork(service);

const order = (api: MerchantApi) => api.create({ amountCents: 1000 }, randomUUID());

/** More than its budget at once; answers what was rejected. */
async function flood(
  api: MerchantApi,
  path: string,
  burst: number,
  method: "GET" | "POST" = "GET",
): Promise<Reply[]> {
  const replies = await Promise.all(Array.from({ length: 2 * burst }, () => api.call(method, path)));
  const rejected = replies.filter(({ status }) => status === 429);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(replies.length - rejected.length).toBeGreaterThanOrEqual(burst);
  return rejected;
}

const TOKEN = "/v1/terminal/connection-token";

// First in this file: metrics are off once something was counted without them.
it("counts connection tokens that are rejected, and asks the processor for none of them", async () => {
  const [flooding, other] = [await service.otherMerchant(), await service.otherMerchant()];
  service.clearWires();
  const { burst } = MERCHANT_BUDGETS.processor;
  let rejected: Reply[] = [];
  const counted = await countedDuring(async () => {
    rejected = await flood(flooding, TOKEN, burst, "POST");
  });
  expect(counted).toEqual({ RateLimitedRequests: rejected.length });
  expect(service.processor.passed.length).toBe(2 * burst - rejected.length);
  for (const reply of rejected.slice(0, 1)) expectProblem(reply, 429, "Rate limited");

  expect((await other.call("POST", TOKEN)).status).toBe(200);
  await service.letPass(Number(rejected[0]?.headers.get("retry-after")));
  expect((await flooding.call("POST", TOKEN)).status).toBe(200);
});

it("97: a merchant that lists without a pause is told how long to wait, while others' lists and all payments are answered", async () => {
  const [flooding, other] = [await service.otherMerchant(), await service.otherMerchant()];
  const paid = await order(flooding);
  const [rejected] = await flood(flooding, "/v1/payments", MERCHANT_BUDGETS.ledger.burst);
  if (!rejected) throw new Error("nothing was rejected");
  expectProblem(rejected, 429, "Rate limited");
  expect(rejected.json.retryable).toBe(true);
  const waitSeconds = Number(rejected.headers.get("retry-after"));
  expect(waitSeconds).toBeGreaterThanOrEqual(1);

  expect((await other.call("GET", "/v1/payments")).status).toBe(200);
  expect((await order(flooding)).status).toBe(201);
  expect((await flooding.get(String(paid.json.svcPaymentId))).status).toBe(200);

  await service.letPass(waitSeconds);
  expect((await flooding.call("GET", "/v1/payments")).status).toBe(200);
});
