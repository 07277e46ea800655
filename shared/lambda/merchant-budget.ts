import { type BudgetName, spend } from "../domain/access/merchant-budget.ts";
import { Failure } from "../domain/failure.ts";
import { warmMap } from "../runtime/invocation.ts";
import { count } from "../runtime/metrics.ts";
import type { HttpMiddleware } from "./http.ts";

/** By budget and merchant: when it is whole again. */
const fullAt = /* @__PURE__ */ warmMap<string, number>("merchants' budgets");

/** Far more merchants than call one instance. If more do, all begin anew. */
const MAX_REMEMBERED = 10_000;

/** After validation: a request that is rejected anyway costs the merchant nothing. */
export const merchantBudget = (name: BudgetName): HttpMiddleware => ({
  before: ({ event: { facts } }) => {
    const remembered = fullAt();
    const key = `${name} ${facts.merchant?.merchantId}`;
    const spent = spend(name, { fullAt: remembered.get(key) ?? 0, at: facts.startedAt });
    if ("fullAt" in spent) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, spent.fullAt);
      return;
    }
    const { waitSeconds } = spent;
    count("RateLimitedRequests");
    throw new Failure(
      "rate_limited",
      `This merchant sends too many requests of this kind. Nothing was done. Send it again in ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"}.`,
      { retryAfterSeconds: waitSeconds },
    );
  },
});
