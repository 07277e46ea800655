import { beforeEach, describe, expect, it } from "vitest";
import { SERVICE_EVENTS } from "../../../shared/contract/service-events.ts";
import { EVENT_NAMES, EVENT_TYPES } from "../../../shared/domain/events/event-types.ts";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { pack, paymentKey, payoutKey } from "../../../shared/ledger/table.ts";
import { FakeWorld, PAYMENT_ID } from "../../support/fake-world.ts";
import { payoutFactsWith } from "../../support/payouts.ts";

/* What a callback's body is made of, under either payload, from a ledger in memory. */
const world = new FakeWorld().enter();
const { renderEvent } = await import("../../../shared/flows/deliveries/render-event.ts");

const CREATED = 1_767_600_000;
const ACCOUNT = {
  ...{ processorAccountId: "acct_1", onboardingStatus: "enabled", chargesEnabled: true },
  ...{ payoutsEnabled: true, everEnabled: true },
};
const merchantWith = (payload?: "service", given: Partial<Merchant> = {}) =>
  ({ merchantId: "mer_1", account: ACCOUNT, payload, ...given }) as unknown as Merchant & {
    payload?: "service";
  };

/** An event as it was recorded, about an object of the processor's. */
const eventOf = (type: string, object: object, given: Partial<EventRecord> = {}): EventRecord => {
  const told = { id: "evt_1", type, account: "acct_1", created: CREATED, data: { object } };
  return {
    ...{ eventId: "evt_1", type, merchantId: "mer_1", accountId: "acct_1", svcPaymentId: PAYMENT_ID },
    ...{ body: pack(JSON.stringify(told)), ...given },
  } as unknown as EventRecord;
};
const render = async (event: EventRecord, merchant = merchantWith("service")) => {
  const rendered = await renderEvent(event, merchant, merchant);
  if (rendered.kind !== "rendered") return rendered.kind;
  const { body, ...rest } = rendered;
  return { ...rest, body: JSON.parse(Buffer.from(body).toString("utf8")) };
};

const DISPUTE = { disputeId: "dp_1", status: "needs_response", amountCents: 1000, reason: "general" };
const storePayment = (given: Record<string, unknown> = {}) => {
  const disputes = { dp_1: DISPUTE };
  world.putPayment({ version: 42, status: "succeeded", amountCents: 1000, disputes, ...given });
};

const INTENT = { object: "payment_intent", id: "pi_1" };
const REFUND = {
  object: "refund",
  id: "re_1",
  amount: 300,
  currency: "usd",
  failure_reason: "lost_or_stolen_card",
};

beforeEach(() => {
  world.emptyTable();
  storePayment();
});

it("under the processor's payload the bytes are sent as they came, whatever the ledger says", async () => {
  const event = eventOf("payment_intent.succeeded", INTENT);
  world.table.expire(paymentKey(PAYMENT_ID));
  expect(await render(event, merchantWith())).toMatchObject({
    ...{ payload: "processor", type: "payment_intent.succeeded" },
    body: { id: "evt_1", data: { object: INTENT } },
  });
});

it("an event of our own has the service's words under either payload", async () => {
  const event = eventOf("payment.hold_expiring", {}, { source: "service" });
  for (const merchant of [merchantWith(), merchantWith("service")])
    expect(await render(event, merchant)).toMatchObject({
      payload: "service",
      type: "payment.hold_expiring",
    });
});

it("bytes that are not the event's any more are told apart from what cannot be shown", async () => {
  expect(await render(eventOf("payment_intent.succeeded", INTENT, { body: new Uint8Array([1]) }))).toBe(
    "damaged",
  );
});

describe("under the service payload", () => {
  it("an event of a payment shows it as the ledger has it now, with its version, and why it was declined", async () => {
    expect(
      await render(eventOf("payment_intent.payment_failed", INTENT, { declineCode: "expired" })),
    ).toEqual({
      ...{ kind: "rendered", payload: "service", type: "payment.failed" },
      logged: { payload: "service", version: 42, bodySha256: expect.any(String) },
      body: {
        ...{ payload: "service", id: "evt_1", type: "payment.failed", declineCode: "expired" },
        createdAt: new Date(CREATED * 1000).toISOString(),
        payment: expect.objectContaining({ svcPaymentId: PAYMENT_ID, status: "succeeded", version: 42 }),
      },
    });
  });

  it.each([
    ["is another merchant's", { merchantId: "mer_2" }],
    ["is not made yet", { state: "claimed" }],
  ])("a payment that %s is not shown, and may be there at the next attempt", async (_, given) => {
    storePayment(given);
    expect(await render(eventOf("payment_intent.succeeded", INTENT))).toBe("missing");
  });

  it("an event of no payment of ours cannot be shown, ever", async () => {
    expect(await render(eventOf("payment_intent.succeeded", INTENT, { svcPaymentId: undefined }))).toBe(
      "not_shown",
    );
    expect(await render(eventOf("charge.captured", {}))).toBe("not_shown");
  });

  it("an event of the account shows the merchant's account, and of a detached one nothing", async () => {
    const event = eventOf(
      "account.updated",
      { object: "account", id: "acct_1" },
      { svcPaymentId: undefined },
    );
    expect(await render(event)).toMatchObject({ type: "account.updated", body: { account: {} } });
    expect(await render(event, merchantWith("service", { account: null }))).toBe("not_shown");
  });

  it("an event of a dispute shows the one that it names, as it stands now, and waits for one that is not known", async () => {
    const tell = (id: string) => render(eventOf("charge.dispute.created", { object: "dispute", id }));
    expect(await tell("dp_1")).toMatchObject({
      body: { dispute: { disputeId: "dp_1" }, payment: { svcPaymentId: PAYMENT_ID } },
    });
    storePayment({ disputes: { dp_2: { ...DISPUTE, disputeId: "dp_2" } } });
    expect(await tell("dp_1")).toBe("missing");
    expect(await render(eventOf("charge.dispute.created", INTENT))).toBe("not_shown");
  });

  it("an event of a refund shows the refund as it was told, and its payment", async () => {
    expect(await render(eventOf("refund.failed", REFUND))).toMatchObject({
      type: "refund.failed",
      body: {
        refund: { refundId: "re_1", amountCents: 300, failureReason: "lost_or_stolen_card" },
        payment: { svcPaymentId: PAYMENT_ID },
      },
    });
    expect(await render(eventOf("refund.failed", INTENT, { finishedAt: 1 }))).toBe("not_shown");
  });

  it("an event of a refund that is of a shape of the future shows what was fetched when it was applied", async () => {
    const event = eventOf("refund.failed", { ...REFUND, amount: "many" });
    expect(await render({ ...event, finishedAt: 1 } as never)).toBe("not_shown");
    // Its message may be faster than the write that ends it, or that write may have failed.
    expect(await render({ ...event, finishedAt: undefined } as never)).toBe("missing");
    const refund = { refundId: "re_1", status: "failed", amountCents: 300, failureReason: "declined" };
    expect(await render({ ...event, refund } as never)).toMatchObject({
      body: { refund: { refundId: "re_1", amountCents: 300, currency: "usd", failureReason: "declined" } },
    });
  });

  it("an event of a payout shows the merchant's own payout of that id, and waits for one that is not known", async () => {
    const tell = () =>
      render(eventOf("payout.paid", { object: "payout", id: "po_1" }, { svcPaymentId: undefined }));
    expect(await tell()).toBe("missing");
    const facts = {
      payoutId: "po_1",
      status: "paid",
      amountCents: 5,
      currency: "usd",
      createdAt: 1,
      arrivesAt: 1,
    };
    world.table.put({ ...payoutKey("mer_1", "po_1"), merchantId: "mer_1", facts, version: 1 }, {});
    expect(await tell()).toMatchObject({ type: "payout.paid", body: { payout: { payoutId: "po_1" } } });
    expect(await tell()).toMatchObject({ logged: { version: 1 }, body: { payout: { version: 1 } } });
    expect(await render(eventOf("payout.paid", INTENT))).toBe("not_shown");
  });

  it("a test event is shown under its own name, and about nothing", async () => {
    const shown = await render(eventOf("callback.test", {}, { svcPaymentId: undefined }));
    expect(shown).toMatchObject({ payload: "service", type: "callback.test" });
    expect(shown).not.toHaveProperty("body.payment");
  });
});

const OBJECTS = {
  payment: INTENT,
  refund: REFUND,
  dispute: { object: "dispute", id: "dp_1" },
  payout: { object: "payout", id: "po_1" },
  account: { object: "account", id: "acct_1" },
  report: { object: "report", id: "2026-02" },
};
const PAYOUT = payoutFactsWith({ amountCents: 5, createdAt: 1, arrivesAt: 1 });

it.each(EVENT_NAMES)(
  "every type that can be chosen, under the service payload, %s has the body that the contract says, and never the processor's name",
  async (type) => {
    world.table.put({ ...payoutKey("mer_1", "po_1"), merchantId: "mer_1", facts: PAYOUT, version: 1 }, {});
    const { about, service } = EVENT_TYPES[type];
    const account = { ...ACCOUNT, requirements: null, version: 1 } as unknown as Merchant["account"];
    const event = eventOf(type, OBJECTS[about ?? "report"]);
    const shown = await render(event, merchantWith("service", { account }));
    if (typeof shown === "string") throw new Error(shown);
    expect(shown.body).toMatchObject({ payload: "service", id: "evt_1", type: service });
    expect(SERVICE_EVENTS.get(type)?.safeParse(shown.body).error).toBeUndefined();
    expect(JSON.stringify(shown.body)).not.toMatch(/stripe/i);
  },
);
