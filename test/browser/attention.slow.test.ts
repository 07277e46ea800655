import type { Page, Route } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeInBrowser, useBrowser } from "../support/browser.ts";
import { FULL, paymentId } from "../support/console-answers.ts";
import { CONSOLE_URL, enter, LINK, type PretendedService, pretend } from "../support/console-page.ts";

/** Bad news that the console did not show, or showed as good: one page, on which the reader walks from one to the next. */
const browser = useBrowser();

const LOST = { disputeId: "dp_1", status: "lost", reason: "fraudulent", amountCents: 4020, dueBy: null };
const OPEN = { ...LOST, status: "needs_response", dueBy: "2026-07-03T12:00:00.000Z" };
const FAILED = { refundId: "re_1", amountCents: 1500, failureReason: "lost_or_stolen_card" };

const listed = (changes: object) => ({
  ...(FULL[`payments/${paymentId(1)}`] as object),
  status: "succeeded",
  captureBefore: null,
  disputes: [],
  ...changes,
});

const told = (type: string, changes: object) => ({
  kind: "processor_event",
  at: "2026-07-01T12:00:00.000Z",
  receivedAt: "2026-07-01T12:00:00.000Z",
  traceId: "trace",
  eventId: "evt_1",
  type,
  applied: "applied",
  delivery: "none",
  declineCode: null,
  refundedCents: null,
  captureBefore: null,
  ...changes,
});

const failed = (declineCode: string) => told("payment_intent.payment_failed", { declineCode });
const unpaid = { status: "requires_payment_method" };

/** A payment, its story, and what must be read of it. */
const PAYMENTS: [object, object[], string[]][] = [
  [
    { disputes: [LOST] },
    [told("charge.dispute.closed", { dispute: LOST })],
    ["Dispute lost: $40.20 was taken back"],
  ],
  [{ disputes: [OPEN] }, [], ["Disputed: answer by Jul 3, "]],
  [
    { failedRefunds: [FAILED] },
    [
      told("payment_intent.succeeded", { delivery: "delivered" }),
      told("refund.failed", { refund: { ...FAILED, status: "failed" } }),
    ],
    [
      "A refund of $15.00 failed: the buyer has not got it",
      "Not told, because the endpoint has not chosen it: refund.failed",
    ],
  ],
  [unpaid, [], ["Nobody has tried to pay yet."]],
  [unpaid, [failed("expired_card")], ["was declined (expired_card)", "a card that has not expired"]],
  [
    unpaid,
    [told("payment_intent.processing", {}), failed("debit_not_authorized")],
    ["The bank debit failed (debit_not_authorized)"],
  ],
  [
    { status: "canceled" },
    [told("payment_intent.canceled", { cancellationReason: "expired" })],
    ["The hold expired: it was not captured in time"],
  ],
];

const answers: PretendedService["answers"] = {
  ...FULL,
  ...Object.fromEntries(
    PAYMENTS.flatMap(([changes, timeline], number) => [
      [`payments/${paymentId(100 + number)}`, listed({ ...changes, svcPaymentId: paymentId(100 + number) })],
      [`payments/${paymentId(100 + number)}/timeline`, timeline],
    ]),
  ),
};

/** A thousand events without a dead one, and behind them two. */
function answerEvents(route: Route): Promise<void> {
  const query = new URL(route.request().url()).searchParams;
  if (query.get("delivery") !== "dead") return route.fulfill({ json: FULL.events });
  const dead = (FULL.events as { delivery: string }[]).filter(({ delivery }) => delivery === "dead");
  return query.has("startingAfter")
    ? route.fulfill({ json: dead })
    : route.fulfill({ json: [], headers: { Link: '</v1/events?startingAfter=evt_1Q1000>; rel="next"' } });
}

describeInBrowser("bad news", () => {
  let page: Page;
  const sent: unknown[] = [];
  beforeAll(async () => {
    ({ page } = await browser.open(LINK, { locale: "en-US" }, async (opened) => {
      await pretend(opened, { answers, access: "manage" });
      await opened.route(/\/console\/v1\/events\?/, answerEvents);
      opened.on("request", (request) => {
        if (request.url().endsWith("/events/recover")) sent.push(request.postDataJSON());
      });
    }));
    await enter(page);
  });
  const go = (hash: string) => page.goto(CONSOLE_URL + hash);

  it("the first screen lists what needs a person, and the sidebar counts it and marks an endpoint with dead events", async () => {
    await page.getByRole("heading", { name: "Attention" }).waitFor();
    const nav = page.getByRole("navigation", { name: "Screens" });
    await nav.getByRole("link", { name: "Attention 4 to look at" }).waitFor();
    await nav.getByRole("link", { name: "Callbacks ! events were given up" }).waitFor();
    await page.getByRole("link", { name: "order-1042" }).first().click();
    await page.getByRole("heading", { name: "Payment of" }).waitFor();
  });

  it("a payment says in a sentence of its own that it is disputed, that a refund failed, or why it is not paid", async () => {
    for (const [number, [, , sentences]] of PAYMENTS.entries()) {
      await go(`#/payments/${paymentId(100 + number)}`);
      for (const sentence of sentences) await page.getByText(sentence).first().waitFor();
      expect(await page.getByText("The money was taken.").count()).toBe(0);
    }
  });

  it("the events that were given up are shown though the first page that was looked through has none", async () => {
    await go("#/events");
    await page.getByLabel("Your server").selectOption("Gave up");
    await page.getByRole("button", { name: "Search" }).click();
    // The list before the search may have such rows too, and goes while the next one is looked for.
    const rows = page.locator("tbody tr");
    await expect
      .poll(async () => [await rows.count(), await rows.filter({ hasText: "Gave up" }).count()])
      .toEqual([2, 2]);
    expect(await page.getByText("None of these match").count()).toBe(0);
  });

  it("the endpoint's screen counts all dead events however old, and sends them again without choosing a time", async () => {
    await go("#/endpoint");
    await page.getByText("5 events were given up in all.").waitFor();
    await page.getByRole("button", { name: "Send all 5 again" }).click();
    await expect.poll(() => sent).toEqual([{}]);
  });
});

describeInBrowser("bad news in a session that may move money", () => {
  it("a hold that runs out is captured where it is listed, by the payment's own form, and its outcome stays", async () => {
    const id = paymentId(1);
    const held = listed({ status: "requires_capture", amountCents: 4999 });
    const { page } = await browser.open(LINK, { locale: "en-US" }, (opened) =>
      pretend(opened, {
        answers: {
          ...answers,
          [`payments/${id}`]: held,
          [`payments/${id}/capture`]: { ...held, status: "succeeded" },
        },
        access: "money",
      }),
    );
    await enter(page);
    const row = page.getByRole("row").filter({ hasText: "Hold" });
    await row.getByRole("button", { name: "Capture or cancel…" }).click();
    await row.getByRole("button", { name: "Capture…" }).click();
    await row.getByText("Take $49.99 of the $49.99 that are held.").waitFor();
    const asked = page.waitForRequest((request) => request.url().endsWith(`/payments/${id}/capture`));
    await row.getByRole("button", { name: "Capture $49.99" }).click();
    expect((await asked).headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    await row.getByText("Captured $49.99").waitFor();
    expect(await page.getByRole("button", { name: "Refund again…" }).count()).toBe(1);
  });
});
