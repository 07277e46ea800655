import { expect, it } from "vitest";
import { accountsOf } from "../../support/onboarding.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { accountCreation } from "../../support/wire-calls.ts";

/** What the processor answers to the creation of an account, and what may be believed of it. */
const service = useService({ muted: true });

const PATH = "/v1/onboarding/account";

/** Recorded of the processor: it names no parameter. */
const NO_CAPABILITIES = {
  type: "invalid_request_error",
  message: "You cannot create Standard connected accounts with capabilities via API.",
};
const rejecting = (error: object) => ({ kind: "answer", status: 400, body: { error } }) as const;
const creations = () =>
  service.processor.passed
    .filter(accountCreation)
    .map(({ body, headers }) => [body.includes("capabilities"), String(headers["idempotency-key"])] as const);

it("an account is made without capabilities where the processor does not let us ask for them, once", async () => {
  const api = await service.otherMerchant("none");
  const before = creations().length;
  service.processor.inject(accountCreation, rejecting(NO_CAPABILITIES));
  service.processor.inject(accountCreation, { kind: "drop_reply" }, PROCESSOR_TRIES);
  expect((await api.call("POST", PATH)).status).toBe(503);
  service.processor.inject(accountCreation, rejecting(NO_CAPABILITIES));
  const resumed = await api.call("POST", PATH);
  const [accountId, ...others] = await accountsOf(service, api);
  expect(resumed).toMatchObject({ status: 201, json: { processorAccountId: accountId } });
  expect(others).toEqual([]);
  const sent = creations().slice(before);
  expect(new Set(sent.map(([asks]) => asks))).toEqual(new Set([true, false]));
  // What goes under one key stays the same.
  expect(new Set(sent.map(([asks, key]) => `${asks} ${key}`)).size).toBe(2);
});

it("a creation that the processor rejects either way is rejected, and one for a field is not sent again", async () => {
  const api = await service.otherMerchant("none");
  service.processor.inject(accountCreation, rejecting(NO_CAPABILITIES), 2);
  expect((await api.call("POST", PATH)).status).toBe(422);
  const before = creations().length;
  service.processor.inject(accountCreation, rejecting({ ...NO_CAPABILITIES, param: "country" }));
  expect((await api.call("POST", PATH)).status).toBe(400);
  expect(creations().slice(before)).toHaveLength(1);
  expect(await accountsOf(service, api)).toEqual([]);
});
