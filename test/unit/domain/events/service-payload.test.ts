import { describe, expect, it } from "vitest";
import type { CallbackEndpoint } from "../../../../shared/domain/events/callback-endpoint.ts";
import { bodyFor } from "../../../../shared/domain/events/callback-endpoint.ts";
import type { EventSource } from "../../../../shared/domain/events/event.ts";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../../../../shared/domain/events/event-types.ts";

const SERVICE = { payload: "service" } as CallbackEndpoint;
const PROCESSOR = {} as CallbackEndpoint;
const ACCOUNT = { processorAccountId: "acct_1" };

const typeAbout = (about: string, maker: string): string =>
  Object.entries(EVENT_TYPES).find(([, row]) => row.about === about && row.maker === maker)?.[0] ?? "none";

const OF_PAYMENT = typeAbout("payment", "processor");
const OF_ACCOUNT = typeAbout("account", "processor");
const OF_PAYOUT = typeAbout("payout", "processor");

const formOf = (type: string, callback: CallbackEndpoint, source: EventSource = "webhook") =>
  bodyFor({ type, source, accountId: "acct_1", svcPaymentId: "svcpay_1" }, callback, ACCOUNT);

it("a callback is rendered under the service's payload, and an event of our own under both", () => {
  expect(formOf(OF_PAYMENT, SERVICE)).toBe("rendered");
  expect(formOf(OF_PAYMENT, PROCESSOR)).toBe("as_received");
  expect(formOf("payment.hold_expiring", PROCESSOR, "service")).toBe("rendered");
  expect(formOf("unknown.type", PROCESSOR)).toBe("as_received");
  expect(formOf(TEST_EVENT_TYPE, PROCESSOR, "service")).toBe("as_received");
  // Of a type of the processor's too, though its bytes are not the processor's.
  expect(formOf(OF_ACCOUNT, SERVICE, "service")).toBe("rendered");
  expect(formOf(OF_ACCOUNT, PROCESSOR, "service")).toBe("none");
});

describe("an endpoint under the service's payload", () => {
  const tells = (type: string, given: { svcPaymentId?: string; accountId?: string } = {}) =>
    bodyFor({ type, source: "webhook", accountId: "acct_1", ...given }, SERVICE, ACCOUNT);

  it("is told of payments of this service alone", () => {
    expect(tells(OF_PAYMENT, { svcPaymentId: "svcpay_1" })).toBe("rendered");
    expect(tells(OF_PAYMENT)).toBe("none");
  });

  it("is told of its own account, that it was detached, and of no former one", () => {
    expect(tells(OF_ACCOUNT)).toBe("rendered");
    const former = { type: OF_ACCOUNT, accountId: "acct_1" };
    expect(bodyFor({ ...former, source: "service" }, SERVICE, null)).toBe("rendered");
    expect(bodyFor({ ...former, source: "webhook" }, SERVICE, null)).toBe("none");
    expect(tells(OF_ACCOUNT, { accountId: "acct_2", svcPaymentId: "svcpay_1" })).toBe("none");
  });

  it("is still told by the service's own event of a former account, because what it is sent shows the new one", () => {
    const former = { type: OF_ACCOUNT, accountId: "acct_2", source: "service" } as const;
    expect(bodyFor(former, SERVICE, ACCOUNT)).toBe("rendered");
  });

  it("is told of payouts, which are about no payment, and of tests", () => {
    expect(tells(OF_PAYOUT)).toBe("rendered");
    expect(tells(TEST_EVENT_TYPE)).toBe("rendered");
  });

  it("is not told of what nobody can choose", () => {
    expect(tells("unknown.type", { svcPaymentId: "svcpay_1" })).toBe("none");
  });
});

it("an endpoint under the processor's payload is sent anything as it was received", () => {
  const event = { type: OF_PAYMENT, source: "webhook", accountId: "acct_1" } as const;
  expect(bodyFor(event, PROCESSOR, null)).toBe("as_received");
});
