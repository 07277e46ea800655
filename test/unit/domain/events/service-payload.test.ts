import { describe, expect, it } from "vitest";
import type { CallbackEndpoint } from "../../../../shared/domain/events/callback-endpoint.ts";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../../../../shared/domain/events/event-types.ts";
import { canBeTold, isRendered } from "../../../../shared/domain/events/service-payload.ts";

const SERVICE = { payload: "service" } as CallbackEndpoint;
const PROCESSOR = {} as CallbackEndpoint;
const ACCOUNT = { processorAccountId: "acct_1" };

const typeAbout = (about: string, maker: string): string =>
  Object.entries(EVENT_TYPES).find(([, row]) => row.about === about && row.maker === maker)?.[0] ?? "none";

const OF_PAYMENT = typeAbout("payment", "processor");
const OF_ACCOUNT = typeAbout("account", "processor");
const OF_PAYOUT = typeAbout("payout", "processor");

it("a callback is rendered under the service's payload, and an event of our own under both", () => {
  expect(isRendered(OF_PAYMENT, SERVICE)).toBe(true);
  expect(isRendered(OF_PAYMENT, PROCESSOR)).toBe(false);
  expect(isRendered("payment.hold_expiring", PROCESSOR)).toBe(true);
  expect(isRendered("unknown.type", PROCESSOR)).toBe(false);
});

describe("an endpoint under the service's payload", () => {
  const tells = (type: string, given: { svcPaymentId?: string; accountId?: string } = {}) =>
    canBeTold({ type, accountId: "acct_1", ...given }, { callback: SERVICE, account: ACCOUNT });

  it("is told of payments of this service alone", () => {
    expect(tells(OF_PAYMENT, { svcPaymentId: "svcpay_1" })).toBe(true);
    expect(tells(OF_PAYMENT)).toBe(false);
  });

  it("is told of its own account, and of none that was detached", () => {
    expect(tells(OF_ACCOUNT)).toBe(true);
    expect(tells(OF_ACCOUNT, { accountId: "acct_2", svcPaymentId: "svcpay_1" })).toBe(false);
  });

  it("is told of payouts, which are about no payment, and of tests", () => {
    expect(tells(OF_PAYOUT)).toBe(true);
    expect(tells(TEST_EVENT_TYPE)).toBe(true);
  });

  it("is not told of what nobody can choose", () => {
    expect(tells("unknown.type", { svcPaymentId: "svcpay_1" })).toBe(false);
  });
});

it("an endpoint under the processor's payload, and none at all, is told of anything", () => {
  const event = { type: OF_PAYMENT, accountId: "acct_1" };
  expect(canBeTold(event, { callback: PROCESSOR, account: null })).toBe(true);
  expect(canBeTold(event, { account: null })).toBe(true);
});
