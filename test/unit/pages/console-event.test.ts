import { expect, it } from "vitest";
import type { components } from "../../../shared/client/generated/contract.ts";
import { answerWith, useNoon, visitConsole } from "../../support/visit-console.ts";

/** What the screen of an event says of the attempts to tell the merchant's server of it. */

type Schemas = components["schemas"];

useNoon();

async function textOf(given: Partial<Schemas["RecordedEvent"]>): Promise<string> {
  const has = answerWith("events/evt_1Q3", { ...given });
  return (await visitConsole("#/events/evt_1Q3", { has })).text;
}

const to = (
  delivery: Schemas["EventDelivery"]["delivery"],
  attempts: Schemas["CallbackAttempt"][],
): Partial<Schemas["RecordedEvent"]> => ({
  delivery,
  deliveries: [
    {
      endpointId: "ep_0f3c51b7d2e84a96",
      delivery,
      attempts,
      attemptCount: attempts.length,
      nextAttemptAt: null,
    },
  ],
});

it.each([
  ["none", "No endpoint was subscribed to this type."],
  ["held", "The endpoint is disabled. Enable it to send the event."],
  ["pending", "Your endpoint has not accepted the event yet."],
  ["delivered", "Delivered"],
] as const)(
  "why there was no attempt to tell of an event is said where it is %s",
  async (delivery, words) => {
    expect((await textOf(to(delivery, []))).split("\n")).toContain(words);
  },
);

it("an event of a payout leads to its payout, and another one to none", async () => {
  const body = (id: string) => JSON.stringify({ data: { object: { id } } });
  const payout = await textOf({ type: "payout.paid", svcPaymentId: null, body: body("po_1QExample") });
  expect(payout).toContain("[po_1QExample|href=#/payouts/po_1QExample]");
  for (const given of [
    { type: "payout.paid", body: "not JSON" },
    { type: "payout.paid", body: body("javascript:1") },
    { type: "charge.refunded", body: body("po_1QExample") },
  ])
    expect(await textOf({ svcPaymentId: null, ...given })).not.toContain("href=#/payouts/");
});

it("the next attempt is named once, with the newest one", async () => {
  const attempts = [1, 2, 3].map((number) => ({
    ...{ ...attempt, attempt: number, status: 503, error: "status_503" },
    nextAttemptAt: `2026-11-15T12:0${number}:00.000Z`,
  }));
  const text = await textOf(to("pending", attempts));
  expect(text.match(/Next attempt: [^|\s]+/g)).toEqual(["Next attempt: 2026-11-15T12:03:00.000Z"]);
});

const attempt: Schemas["CallbackAttempt"] = {
  at: "2026-11-15T11:00:00.000Z",
  deliveryRound: 1,
  attempt: 1,
  milliseconds: 84,
  payload: "processor",
  status: 204,
  error: null,
  answer: null,
  nextAttemptAt: null,
  version: null,
  bodySha256: null,
};

it.each([
  ["that of the processor's payload names none", {}, ""],
  ["that of the service payload names it", { payload: "service" }, " · service payload"],
  ["that of a version names both", { payload: "service", version: 7 }, " · service payload, version 7"],
] as const)("what an attempt has sent is named: %s", async (_, given, words) => {
  const text = await textOf(to("delivered", [{ ...attempt, ...given }]));
  expect(text).toContain(`2026-11-15T11:00:00.000Z · attempt 1 of 8${words}|tone=good]`);
});
