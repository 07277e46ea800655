import { expect, it } from "vitest";
import { accountsOf, changeAccount } from "../../support/onboarding.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { accountCreation } from "../../support/wire-calls.ts";

/** What the processor answers to the creation of an account, and what may be believed of it. */
const service = useService({ muted: true });

const PATH = "/v1/onboarding/account";

it("a resumed creation writes what the account is now, not the processor's answer of then", async () => {
  const api = await service.otherMerchant("none");
  service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
  expect((await api.call("POST", PATH)).status).toBe(503);
  const [accountId] = await accountsOf(service, api);
  const onboarded = { charges_enabled: true, payouts_enabled: true, details_submitted: true };
  await changeAccount(service, accountId, onboarded);
  const resumed = await api.call("POST", PATH);
  expect(resumed).toMatchObject({
    status: 201,
    json: { processorAccountId: accountId, onboardingStatus: "enabled", chargesEnabled: true },
  });
});

it("an account that is another merchant's is given to nobody else", async () => {
  const api = await service.otherMerchant("none");
  const body = await service.stripe.accounts.retrieve(service.accountId);
  service.processor.inject(accountCreation, { kind: "answer", status: 200, body });
  expect((await api.call("POST", PATH)).status).toBe(500);
  const { json } = await api.call("GET", "/v1/onboarding/status");
  expect(json).toMatchObject({ processorAccountId: null, onboardingStatus: "not_started" });
});

it("the processor's key names the environment: others share the platform's account", async () => {
  const api = await service.otherMerchant("none");
  await api.call("POST", PATH);
  const [sent] = service.processor.passed.filter(accountCreation);
  expect(sent?.headers["idempotency-key"]).toMatch(/^local\./);
});
