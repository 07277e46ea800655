import { expect, it } from "vitest";
import { expectProblem } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";

/** What the page on going live warns of, seen. */
const service = useService({ muted: true });

const switchAccountsV1 = (accountsV1: boolean) =>
  fetch(`${service.stack.processorUrl}/_simulator/switches`, {
    method: "POST",
    body: JSON.stringify({ accountsV1 }),
  });

it("without accounts v1 at the processor no account is made, and the answer says whose rejection it is", async () => {
  const api = await service.otherMerchant("none");
  expect((await switchAccountsV1(false)).status).toBe(200);
  expectProblem(await api.call("POST", "/v1/onboarding/account", {}), 422, "Processor rejected request");
  await switchAccountsV1(true);
  expect((await api.call("POST", "/v1/onboarding/account", {})).status).toBe(201);
});
