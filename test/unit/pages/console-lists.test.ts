import { setTimeout as afterMs } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { OverviewView } from "../../../shared/contract/overview.ts";
import { focusedWords, KEPT_FOR_GOOD, type Step } from "../../support/fake-page.ts";
import {
  type Asked,
  answerWith,
  aSession,
  type ConsoleVisit,
  EMPTY,
  FULL,
  useNoon,
  visitConsole,
} from "../../support/visit-console.ts";

/** How the console's lists go on, lead to what they list and back, and are searched. */

useNoon();

const paymentId = (number: number) => `svcpay_${String(number).padStart(32, "0")}`;

const leadingTo = (startingAfter: string) => ({
  headers: {
    Link: `<https://evil.example/anywhere?limit=100&startingAfter=${encodeURIComponent(startingAfter)}>; rel="next"`,
  },
});

/** Lists whose pages have these cursors, and the last one none. */
const paged =
  (list: string, cursors: string[], body: unknown) =>
  ({ path, query }: Asked) => {
    if (path !== list) return undefined;
    const place = query.startingAfter ? cursors.indexOf(query.startingAfter) + 1 : 0;
    const next = cursors[place];
    if (path === "found-payments") return { body: { payments: body, next: next ?? null, searchedTo: null } };
    return { body, ...(next && leadingTo(next)) };
  };

/** What is asked for a screen's rows. */
const pathOf = (list: string) => (list === "payments" ? "found-payments" : list);

const cursorsAsked = (asked: Asked[], list: string) =>
  asked.filter(({ path }) => path === list).map(({ query }) => query.startingAfter ?? "first");

it.each([
  ["payments", [paymentId(7), paymentId(8)]],
  ["events", ["evt_1Q7", "evt_1Q8"]],
  ["statements", ["2026-11-10", "2026-11-09"]],
  ["payouts", ["po_7", "po_8"]],
])("the list of %s is gone through page by page, and back the same way", async (list, cursors) => {
  const answer = paged(pathOf(list), cursors, FULL[list]);
  const steps = ["Next", "Next", "Previous"].map((click) => ({ click }));
  const { asked } = await visitConsole(`#/${list}`, { answer, steps });
  expect(cursorsAsked(asked, pathOf(list))).toEqual(["first", ...cursors, cursors[0]]);
});

it("a list's last page leads back, and its first one only on", async () => {
  const answer = paged("payouts", ["po_7", "po_8"], FULL.payouts);
  const steps = ["Next", "Next", "First page"].map((click) => ({ click }));
  const last = (await visitConsole("#/payouts", { answer, steps: steps.slice(0, 2) })).text;
  for (const shown of ["First page", "(back) Previous"]) expect(last).toContain(shown);
  expect(last).not.toContain("Next(next)");
  const { text, asked } = await visitConsole("#/payouts", { answer, steps });
  expect(cursorsAsked(asked, "payouts")).toEqual(["first", "po_7", "po_8", "first"]);
  for (const gone of ["First page", "(back) Previous"]) expect(text).not.toContain(gone);
  expect(text).toContain("[Next(next)|href=");
});

it("what needs a person goes on with what is less urgent, and its count says that there is more", async () => {
  const answer = paged("attention", ["cursor_1"], FULL.attention);
  const { text, asked } = await visitConsole("#/attention", { answer, steps: [{ click: "Next" }] });
  expect(cursorsAsked(asked, "attention")).toContain("cursor_1");
  expect(text).toContain("Overview6+ open items");
});

it("a payout's lines go on, and lead back to the first", async () => {
  const path = "payouts/po_1QExample/lines";
  const payout = { ...(FULL["payouts/po_1QExample"] as object), lineCount: 117 };
  const page = paged(path, ["100"], FULL[path]);
  const answer = (asked: Asked) => (asked.path === "payouts/po_1QExample" ? { body: payout } : page(asked));
  const on = await visitConsole("#/payouts/po_1QExample", { answer, steps: [{ click: "Next" }] });
  expect(cursorsAsked(on.asked, path)).toEqual(["first", "100"]);
  expect(on.text).toContain("Lines 101–117 of 117");
  expect(on.text).toContain("[First page|href=#/payouts/po_1QExample]");
  expect(on.text).not.toContain("Next(next)");
  const first = await visitConsole("#/payouts/po_1QExample", { answer });
  expect(first.text).toContain("[Next(next)|href=#/payouts/po_1QExample?startingAfter=100]");
  expect(first.text).toContain("Lines 1–17 of 117");
  expect((await visitConsole("#/payouts/po_1QExample")).text).toContain("17 lines");
  expect(first.text).not.toContain("First page");
});

it.each([
  ["payments", "$49.99 USD", "Payments"],
  ["events", "Authorized", "Events"],
  ["statements", "Sat, Nov 14, 2026", "Statements"],
  ["payouts", "Thu, Nov 12, 2026", "Payouts"],
])("the way back from a row of %s leads to the list as it was left", async (list, row, back) => {
  const hash = list === "payments" ? "#/payments?status=succeeded" : `#/${list}`;
  await visitConsole(hash);
  expect(focusedWords()).toBe(back);
  const { asked, text } = await visitConsole(hash, { steps: [{ click: row }, { click: back, in: "main" }] });
  expect(focusedWords()).toBe(row);
  expect(location.hash).toBe(hash);
  expect(asked.filter(({ path }) => path === pathOf(list)).length).toBeGreaterThan(1);
  expect(text).toContain(row);
});

it("a row whose id has no id's form leads nowhere", async () => {
  const [payout] = FULL.payouts as object[];
  const has = { payouts: [{ ...payout, payoutId: "javascript:alert(1)" }] };
  const { text } = await visitConsole("#/payouts", { has });
  expect(text).toContain("Mon, Nov 16, 2026 · $1,890.70 USD");
  expect(text).not.toContain("javascript");
});

it.each([
  [{ composition: "complete", unexplainedCents: 0 }, "[(good) Adds up|tone=good]"],
  [{ composition: "complete", unexplainedCents: 1 }, "[(bad) Does not match|tone=bad]"],
  [{ composition: "waiting", unexplainedCents: null }, "[(wait) Breakdown pending|tone=wait]"],
  [{ composition: "unknown", unexplainedCents: null }, "[(quiet) No breakdown|tone=quiet]"],
])("a payout whose lines are %j is listed with what that means", async (given, chip) => {
  const has = { payouts: [{ ...(FULL.payouts as object[])[0], ...given }] };
  expect((await visitConsole("#/payouts", { has })).text).toContain(chip);
});

it.each([
  ["canceled", "The money is back in your balance. [View in Stripe"],
  ["paid", undefined],
])("a payout that is %s says where its money is, and what to do", async (status, words) => {
  const has = answerWith("payouts/po_1QExample", { status });
  const { text } = await visitConsole("#/payouts/po_1QExample", { has });
  if (words) {
    expect(text.split("\n").some((line) => line.startsWith(words))).toBe(true);
    expect(text).toContain("href=https://dashboard.stripe.com/test/payouts/po_1QExample");
  } else expect(text).not.toMatch(/back in your balance|in Stripe/);
});

it("an event is listed with its order and amount, and with neither where it tells of none", async () => {
  const { text } = await visitConsole("#/events");
  expect(text).toContain("(wait) Retrying|tone=wait");
  expect(text).toMatch(/Declined\|href=#\/events\/evt_1Q1\].*4 attempts · .*order-1052.* · €69\.99 EUR ·/);
  expect(text).toMatch(/Account updated\|.* · – · – ·/);
});

it.each([
  [
    [true, false],
    3,
    "5 payments differently: 1 corrected, 1 being checked by the platform, 3 more than this page lists.",
  ],
  [[true], 0, "1 payment differently: 1 corrected."],
])(
  "differences, corrected %j and %i more, are summed up in a sentence",
  async (healed, differencesOmitted, words) => {
    const path = "statements/2026-11-12";
    const whole = FULL[path] as { differences: object[] };
    const differences = healed.map((is, nth) => ({ ...whole.differences[nth], healed: is }));
    const has = answerWith(path, { differences, differencesOmitted });
    expect((await visitConsole(`#/${path}`, { has })).text).toContain(`This service had recorded ${words}`);
  },
);

it("a balance that was not checked, is not final or differs is not said to match", async () => {
  const [summary] = FULL.statements as [{ balances: object[] }];
  const path = "statements/2026-11-12";
  const differing = { balances: summary.balances.map((one) => ({ ...one, differenceCents: 1 })) };
  for (const given of [{ balanceChecked: false }, { final: false }, differing]) {
    const has = {
      statements: [{ ...summary, differenceCount: 2, ...given }],
      [path]: { ...(FULL[path] as object), ...given },
    };
    for (const hash of ["#/statements", `#/${path}`])
      expect((await visitConsole(hash, { has })).text).not.toMatch(/(The balance matches|Matches Stripe)/);
  }
  const has = { statements: [{ ...summary, differenceCount: 0, ...differing }] };
  expect((await visitConsole("#/statements", { has })).text).toContain(
    "[(bad) Differs from Stripe|tone=bad]",
  );
});

const issuesIn = (text: string) =>
  [
    ...text.matchAll(
      /\[\((\w+)\) (Endpoint failing|Refund failed|Payout failed|Authorization expiring|Dispute needs)/g,
    ),
  ].map(([, tone, issue]) => `${tone} ${issue}`);

it("what is due next comes first, red within a day; then the larger amount; what has no deadline comes last", async () => {
  const attention = (FULL.attention as { kind: string }[]).map((item) =>
    item.kind === "hold_expiring" ? { ...item, dueBy: "2026-11-18T12:00:00.000Z" } : item,
  );
  const { text } = await visitConsole("#/overview", { has: { attention } });
  const table = text.slice(0, text.indexOf("Today (UTC)"));
  expect(issuesIn(table)).toEqual([
    "bad Dispute needs",
    "wait Authorization expiring",
    "wait Authorization expiring",
  ]);
  const undated = FULL.attention as { kind: string; dueBy: string | null }[];
  const amounts = { payout_failed: 500, refund_failed: 700 } as Record<string, number>;
  const without = undated
    .filter(({ dueBy }) => dueBy === null)
    .map((item) => ({ ...item, amountCents: amounts[item.kind] ?? null }));
  const all = await visitConsole("#/attention", { has: { attention: without } });
  expect(issuesIn(all.text).map((issue) => issue.split(" ")[1])).toEqual(["Refund", "Payout", "Endpoint"]);
});

it.each([
  ["Today", "2026-11-15T00:00:00.000Z"],
  ["Since yesterday", "2026-11-14T00:00:00.000Z"],
  ["Last 7 days", "2026-11-09T00:00:00.000Z"],
])("declined payments of %s are two clicks away", async (preset, since) => {
  const { asked, text } = await visitConsole("#/payments?status=declined", { steps: [{ click: preset }] });
  expect(asked.findLast(({ path }) => path === "found-payments")?.query).toMatchObject({ since });
  expect(text).toContain(
    `[${preset}|href=#/payments?status=declined&since=${encodeURIComponent(since)}|aria-current=true]`,
  );
});

it("a statement of a day on which nothing moved says so, and one of one currency does not", async () => {
  const [statement] = FULL.statements as { balances: object[] }[];
  const listed = async (balances: object[]) =>
    (await visitConsole("#/statements", { has: { statements: [{ ...statement, balances }] } })).text;
  expect(await listed([])).toContain("No activity");
  // A day on which nothing but a payout moved is no day without activity.
  const [paidOut] = statement?.balances ?? [];
  const text = await listed([{ ...paidOut, accountNetCents: 0, closingBalanceCents: 245_331 }]);
  expect(text).not.toContain("No activity");
  expect(text).toContain("$0.00 USD\n· 14 match ·\n$2,453.31 USD\n·");
  expect(await listed([{ ...paidOut, closingBalanceCents: null }])).toContain(" match ·\n–\n·");
});

it.each([
  [{ fill: "Order, ID, customer or amount", with: ` ${paymentId(1)} ` }, `payments/${paymentId(1)}/timeline`],
  [{ fill: "Order, ID, customer or amount", with: "evt_1Q3" }, "events/evt_1Q3"],
  [{ fill: "Order, ID, customer or amount", with: "po_1QExample" }, "payouts/po_1QExample/lines"],
])("an id that is searched for leads to what it names: %j", async (step, path) => {
  const { asked } = await visitConsole("#/payments", { steps: [step, { click: "Search" }] });
  expect(asked.map((one) => one.path)).toContain(path);
});

it.each(["dp_1QExample", "du_1QExample"])("a dispute's id leads to its page: %s", async (disputeId) => {
  const [dispute] = FULL.disputes as object[];
  const { asked, text } = await visitConsole("#/payments", {
    answer: ({ path, query }) =>
      path === "disputes" ? { body: [{ ...dispute, disputeId: query.disputeId }] } : undefined,
    steps: [{ fill: "Order, ID, customer or amount", with: disputeId }, { click: "Search" }],
  });
  expect(asked.find(({ path }) => path === "disputes")?.query).toMatchObject({ disputeId });
  expect(text).toContain("How to respond");
});

it("what needs attention is asked for once when the console opens, and again when the list is opened", async () => {
  const opened = await visitConsole("#/attention");
  expect(cursorsAsked(opened.asked, "attention")).toEqual(["first"]);
  const returned = await visitConsole("#/payouts", { steps: [{ click: "Overview6 open items" }] });
  expect(cursorsAsked(returned.asked, "attention")).toEqual(["first", "first"]);
});

it("the overview of a period and a currency is asked for", async () => {
  const { asked, text } = await visitConsole("#/overview?days=30&currency=eur&settled=usd");
  expect(asked.find(({ path }) => path === "overview")?.query).toEqual({ days: "30" });
  expect(text).toContain("Sales in EUR");
  expect(text).toContain("Net in USD");
  expect(text).toContain("View all 6");
  const first = await visitConsole("");
  expect(first.asked.find(({ path }) => path === "overview")?.query).toEqual({ days: "7" });
  expect(first.text).toContain("Net in USD");
});

/** The overview's answer, changed. */
async function overviewWith(change: (found: OverviewView) => void, given: object = {}): Promise<string> {
  const overview = structuredClone(FULL.overview) as OverviewView;
  change(overview);
  return (await visitConsole("#/overview", { has: { overview, ...given } })).text;
}

it("a day whose statement is missing is in the sales as an estimate, and named below the net", async () => {
  const before = await overviewWith(() => {});
  const text = await overviewWith(({ sales, balance }) => {
    Object.assign(sales.days.at(-2) ?? {}, { isFinal: false });
    Object.assign(balance.days.at(-2) ?? {}, { isFinal: false, totals: null });
  });
  const grossIn = (shown: string) => /Sales in USD\n[^$]*(\$[\d,.]+)/.exec(shown)?.[1];
  expect(grossIn(text)).toBe(grossIn(before));
  expect(text).toContain("Sat, Nov 14, 2026 (estimate)");
  expect(text).toContain("Not included: Nov 14, Nov 15, so far $");
  expect(text).toContain("Final net of 5 days, Nov 9 – Nov 13 (UTC).");
});

it("the overview of today alone is headed by the gross so far, and has no net", async () => {
  const text = await overviewWith(({ sales, balance, attempts }) => {
    for (const { days } of [sales, balance, attempts]) days.splice(0, 6);
  });
  expect(text).toContain("$274.97 USD\nGross so far today (UTC), as customers paid it\n");
  expect(text).not.toContain("Net in");
  expect(text).not.toContain("06:05 UTC");
});

it("each kind of money has its own currencies", async () => {
  const text = await overviewWith(({ sales, balance }) => {
    sales.currencies = ["jpy", "usd"];
    balance.currencies = ["usd"];
  });
  // A currency that was not sold on these days keeps its tab.
  expect(text).toContain("Sales in JPY");
  expect(text).toContain("Net in USD");
});

it("the overview's balance is without Stripe's answer the last statement's, and says so", async () => {
  const answer = ({ path }: Asked) =>
    path === "balance" ? { status: 503, body: { detail: "The processor does not respond." } } : undefined;
  const silent = (await visitConsole("#/overview", { answer })).text;
  expect(silent).toMatch(/Available balance\n\$[\d,.]+ USD with pending, Nov 14 \(UTC\)/);
  expect(silent).not.toContain("The processor does not respond.");
  const neither = await visitConsole("#/overview", { answer, has: EMPTY });
  expect(neither.text).toContain("Available balance\n–\n");
});

it("the overview says what is still counted", async () => {
  const text = await overviewWith(({ attempts }) => {
    Object.assign(attempts, { isComplete: false, from: "2026-11-12T00:00:00.000Z" });
    Object.assign(attempts.days[0] ?? {}, { isComplete: false });
  });
  expect(text).toContain("Still counting, back to 2026-11-12T00:00:00.000Z so far.");
  expect(text).toContain("Mon, Nov 9, 2026 (still counting) · 11 · 1 ·");
});

it("a chart of ones has lines at zero and one", async () => {
  const small = await overviewWith(({ attempts: { days } }) => {
    for (const day of days) Object.assign(day, { approved: 1, declined: 0 });
  });
  expect(small).toContain("\n10\n");
});

it("the overview says that endpoints are healthy, or how many attempts failed, and neither before it is known", async () => {
  const items = FULL.attention as { kind: string }[];
  const card = (text: string) => text.slice(text.indexOf("Webhooks, last 24 hours"));
  const attention = items.filter(({ kind }) => kind !== "endpoint_failing");
  // An endpoint that was down within the day is not called healthy.
  const tried = card(await overviewWith(() => {}, { attention }));
  expect(tried).toMatch(/\d+ of \d+ attempts failed/);
  expect(tried).not.toMatch(/Healthy|Endpoint failing/);
  const allWell = ({ webhooks }: OverviewView) => {
    for (const hour of webhooks.hours) hour.failed = 0;
  };
  const healthy = card(await overviewWith(allWell, { attention }));
  expect(healthy).toContain("[(good) Healthy|tone=good]");
  const unknown = card(await overviewWith(() => {}, { attention: undefined }));
  expect(unknown).not.toMatch(/Healthy|Endpoint failing/);
});

it("a dispute leads to its page where there is no dashboard", async () => {
  const attention = (FULL.attention as { kind: string }[]).filter(({ kind }) => kind.startsWith("dispute"));
  const { text } = await visitConsole("#/attention", {
    session: { dashboardUrl: null },
    has: { attention },
  });
  expect(text).toContain("[View dispute|href=#/disputes/dp_1QExample]");
});

it("what was set up can be dismissed, and another change or another merchant's is shown", async () => {
  const banner = "Webhook URL changed";
  const overview = async (visit: ConsoleVisit = {}) => (await visitConsole("#/overview", visit)).text;
  try {
    expect(await overview({ steps: [{ click: "Dismiss" }] })).not.toContain(banner);
    expect(await overview()).not.toContain(banner);
    expect(await overview({ session: { merchantId: "mer_other" } })).toContain(banner);
    // An earlier one too, of an endpoint whose page was not looked at.
    for (const at of ["2026-11-15T11:00:00.000Z", "2026-11-15T09:00:00.000Z"]) {
      const setUps = [{ ...aSession("read").setUps[0], at }];
      expect(await overview({ session: { setUps } })).toContain(banner);
    }
  } finally {
    KEPT_FOR_GOOD.clear();
  }
});

it("an intent of the processor's leads to its payment", async () => {
  const steps = [{ fill: "Order, ID, customer or amount", with: "pi_3QExample" }, { click: "Search" }];
  await visitConsole("#/payments", {
    answer: ({ query }) =>
      query.processorPaymentIntentId === "pi_3QExample"
        ? { body: [{ svcPaymentId: paymentId(1) }] }
        : undefined,
    steps,
  });
  expect(document.title).toBe("$49.99 USD, order-1042 · Console");
  const none = await visitConsole("#/payments?search=pi_3QExample", { has: { payments: [] } });
  expect(none.text).toContain("No payments match");
});

it("payments are searched for by all that was filled in", async () => {
  const steps = [
    { fill: "Order, ID, customer or amount", with: "order-10" },
    { click: "Search" },
    { fill: "Created from", with: "2026-11-01T10:00" },
    { fill: "Created before", with: "2026-11-02T10:00" },
    { fill: "Webhook", with: "delivered" },
    { fill: "Customer", with: "ada" },
  ];
  await visitConsole("#/payments", { steps });
  expect(location.hash).toBe(
    `#/payments?${new URLSearchParams({
      search: "order-10",
      delivery: "delivered",
      since: "2026-11-01T10:00:00.000Z",
      until: "2026-11-02T10:00:00.000Z",
      customer: "ada",
    })}`,
  );
});

it("a time that was typed is the same moment when times are shown in UTC, also to the next filter", async () => {
  vi.stubEnv("TZ", "America/New_York");
  const steps = [
    { fill: "Created from", with: "2026-11-01T10:00" },
    { fill: "Webhook", with: "delivered" },
    { fill: "Show times in UTC", with: "" },
    { fill: "Webhook", with: "dead" },
  ];
  const { text } = await visitConsole("#/payments", { steps });
  expect(location.hash).toContain(`since=${encodeURIComponent("2026-11-01T15:00:00.000Z")}`);
  expect(text).toContain("Created from[|value=2026-11-01T15:00]");
});

it("a time that its field cannot say stays as it is when another filter is chosen", async () => {
  vi.stubEnv("TZ", "America/New_York");
  // The second half past one of that night, and a half minute.
  const since = "2026-11-01T06:30:30.000Z";
  await visitConsole(`#/payments?since=${since}`, { steps: [{ fill: "Webhook", with: "dead" }] });
  expect(location.hash).toContain(`since=${encodeURIComponent(since)}`);
});

it("a time that was typed last leads nobody back who has left the list", async () => {
  const steps = [
    { fill: "Created from", with: "2026-11-01T10:00" },
    { click: "Payouts", in: "Screens" },
  ];
  await visitConsole("#/payments", { steps });
  await afterMs(500);
  expect(location.hash).toBe("#/payouts");
});

it("events are searched for by what became of them, their type and their payment", async () => {
  const steps = [
    { fill: "Webhook", with: "dead" },
    { fill: "Type", with: "charge.refunded" },
    { fill: "Payment ID", with: ` ${paymentId(1)} ` },
  ];
  const { asked } = await visitConsole("#/events", { steps });
  expect(asked.at(-1)?.query).toEqual({
    limit: "100",
    delivery: "dead",
    type: "charge.refunded",
    svcPaymentId: paymentId(1),
  });
});

it("an empty page of events is not shown while the service knows the way on, ten pages far", async () => {
  const empty = ({ path, query }: Asked) => {
    if (path !== "events") return undefined;
    const number = Number(/evt_(\d+)/.exec(query.startingAfter ?? "")?.[1] ?? 0);
    return { body: [], ...leadingTo(`evt_${number + 1}`) };
  };
  const { asked, text } = await visitConsole("#/events?delivery=dead", { answer: empty });
  expect(cursorsAsked(asked, "events")).toEqual(["first", ..."123456789".split("").map((n) => `evt_${n}`)]);
  expect(text).toContain("(search)\nNo match so far\nContinue with older events below.");
  const last = await visitConsole("#/events?delivery=dead", { has: { events: [] } });
  expect(cursorsAsked(last.asked, "events")).toEqual(["first"]);
  expect(last.text).toContain("No events match\n[View all events|href=#/events]");
});

it("a list asks for 25 payments under all of its filters in one question", async () => {
  const questionsOf = async (hash: string) =>
    (await visitConsole(hash)).asked
      .filter(({ path }) => path.includes("payments"))
      .map(({ query }) => query);
  expect(await questionsOf("#/payments")).toEqual([{ limit: "25" }]);
  expect(await questionsOf("#/payments?status=declined,needs_action&customer=ada")).toEqual([
    { limit: "25", status: "declined,needs_action", customer: "ada" },
  ]);
});

it("a search says how many were found, and since when", async () => {
  const { text } = await visitConsole("#/payments?search=order-104");
  expect(text).toContain("10 results for order-104.");
  const since = "2026-11-15T11:00:00.000Z";
  const today = await visitConsole(`#/payments?search=order-104&since=${since}`);
  expect(today.text).toMatch(/\d+ results for order-104 since 2026-11-15T11:00:00.000Z\./);
});

it("the one payment that a search finds is opened, unless the list is filtered further", async () => {
  await visitConsole("#/payments?search=order-1042");
  expect(document.title).toBe("$49.99 USD, order-1042 · Console");
  const { text } = await visitConsole("#/payments?search=order-1042&status=requires_capture");
  expect(text).toContain("1 result for order-1042.");
});

it("a search that is too long is not taken for none: its first 500 characters are looked for", async () => {
  const steps = [{ fill: "Order, ID, customer or amount", with: "o".repeat(501) }, { click: "Search" }];
  const { asked } = await visitConsole("#/overview", { steps });
  expect(asked.findLast(({ path }) => path === "found-payments")?.query.search).toBe("o".repeat(500));
});

it("a search that stopped says how far it went, and the reader decides whether to go on", async () => {
  const found = { payments: [], next: paymentId(40), searchedTo: "2026-10-01T00:00:00.000Z" };
  const { text } = await visitConsole("#/payments?status=refunded", { has: { "found-payments": found } });
  expect(text).toContain("0 results on this page, back to 2026-10-01T00:00:00.000Z.");
  expect(text).toContain("No match so far\nContinue with older payments below.");
  expect(text).toContain(
    `[Search older payments(next)|href=#/payments?status=refunded&startingAfter=${paymentId(40)}]`,
  );
});

describe("the total below the list", () => {
  const part = (payments: number, next: string | null) => ({
    payments,
    lookedThrough: 1000,
    totals: [
      {
        currency: "eur",
        paidPayments: 200,
        capturedCents: 100 * payments,
        refundedCents: 100,
        disputedCents: 0,
      },
    ],
    next,
  });
  /** More pages than one, and so many parts of a thousand. */
  async function visit(hash: string, parts: number, steps: Step[] = []) {
    const page = { payments: (FULL.payments as object[]).slice(0, 7), next: paymentId(7), searchedTo: null };
    let told = 0;
    const answer = ({ path }: Asked) => {
      if (path === "found-payments") return { body: page };
      return path === "payment-totals"
        ? { body: part(300, ++told < parts ? paymentId(told) : null) }
        : undefined;
    };
    const { text, asked } = await visitConsole(hash, { answer, steps });
    return { text, asked: asked.filter(({ path }) => path === "payment-totals") };
  }

  it("is of the whole filter and not of the page, also on its last page", async () => {
    const { text, asked } = await visit(`#/payments?status=succeeded&startingAfter=${paymentId(3)}`, 3);
    expect(asked.map(({ query }) => query)).toEqual([
      { status: "succeeded" },
      { status: "succeeded", startingAfter: paymentId(1) },
      { status: "succeeded", startingAfter: paymentId(2) },
    ]);
    expect(text).toMatch(
      /Total of all 900 payments\nPaid in EUR\n€900\.00 EUR\s*from 600 paid payments\s*€3\.00 EUR of it refunded/,
    );
  });

  it("ends after ten thousand payments, and says so", async () => {
    const { text, asked } = await visit("#/payments?status=succeeded", 99);
    expect(asked).toHaveLength(10);
    expect(text).toContain("Total of the newest 3000 payments\nMore than 3,000 payments match.");
  });

  it("adds up all payments only if it is asked for", async () => {
    expect((await visit("#/payments", 1)).asked).toEqual([]);
    const { text, asked } = await visit("#/payments", 1, [{ click: "Show totals" }]);
    expect(asked).toHaveLength(1);
    expect(text).toContain("Total of all 300 payments");
  });

  it("is added up again when the screen is refreshed", async () => {
    const { asked } = await visit("#/payments?status=succeeded", 1, [{ click: "Refresh" }]);
    expect(asked).toHaveLength(2);
  });

  it("is said to be missing where it cannot be added up, and asked for again", async () => {
    const page = { payments: (FULL.payments as object[]).slice(0, 7), next: paymentId(7), searchedTo: null };
    let asked = 0;
    const answer = ({ path }: Asked) => {
      if (path === "found-payments") return { body: page };
      if (path !== "payment-totals") return undefined;
      return asked++ === 0 ? { status: 503, body: { detail: "Not now." } } : { body: part(300, null) };
    };
    const steps: Step[] = [{ click: "Show totals" }];
    expect((await visitConsole("#/payments", { answer, steps })).text).toContain("Not now.\nRetry");
    asked = 0;
    const again = await visitConsole("#/payments", { answer, steps: [...steps, { click: "Retry" }] });
    expect(again.text).toContain("Total of all 300 payments");
    expect(again.text).not.toContain("Not now.");
  });

  it("is the sum of its rows where there is one page", async () => {
    const { text, asked } = await visitConsole("#/payments?status=refunded");
    expect(asked.some(({ path }) => path === "payment-totals")).toBe(false);
    expect(text).toContain("Total of all 1 payment");
  });
});

it("all that the filters find is exported, with the status that the list shows", async () => {
  const [one] = FULL.payments as object[];
  const saved: string[] = [];
  vi.stubGlobal(
    "Blob",
    class {
      constructor(parts: string[]) {
        saved.push(...parts);
      }
    },
  );
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  const declined = {
    ...one,
    status: "requires_payment_method",
    lastDecline: "insufficient_funds",
    orderRef: "=1+1",
  };
  await visitConsole("#/payments", {
    answer: ({ path, query }) =>
      path !== "found-payments"
        ? undefined
        : query.startingAfter
          ? { body: { payments: [declined], next: null, searchedTo: null } }
          : { body: { payments: [one], next: paymentId(7), searchedTo: null } },
    steps: [{ click: "Export CSV" }],
  });
  const lines = saved.join("").trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(
    "paymentId,createdAt,paidAt,status,declineReason,currency,amountCents,amount,capturedCents",
  );
  expect(lines[1]).toContain(",Succeeded,");
  expect(lines[2]).toContain(",Declined,Insufficient funds,");
  expect(lines[2]).toContain(",'=1+1,");
});

it("a list is asked for again while something is under way, after two and a half seconds, and else not", async () => {
  const pauses = async (given: { delivery: string; nextAttemptAt?: string; applied?: null }) => {
    const laters = vi.spyOn(globalThis, "setTimeout");
    const event = FULL["events/evt_1Q3"] as { deliveries: object[] };
    const deliveries = event.deliveries.map((one) => ({ ...one, ...given }));
    await visitConsole("#/events/evt_1Q3", { has: { "events/evt_1Q3": { ...event, ...given, deliveries } } });
    const delays = laters.mock.calls.map(([, milliseconds]) => milliseconds ?? 0);
    laters.mockRestore();
    return delays.filter((milliseconds) => milliseconds > 1_000 && milliseconds < 100_000);
  };
  expect(await pauses({ delivery: "pending" })).toEqual([2_500]);
  expect(await pauses({ delivery: "pending", nextAttemptAt: "2026-11-15T12:00:30.000Z" })).toContain(2_500);
  expect(await pauses({ delivery: "dead" })).toEqual([]);
  expect(await pauses({ delivery: "delivered", applied: null })).toEqual([2_500]);
});

it.each([
  ["attention", "Needs attention, most urgent first"],
  ["payments", "Payments, newest first"],
  ["events", "Events, newest first"],
  ["statements", "Statements, newest first"],
  ["payouts", "Payouts, newest first"],
])("one alone is a list too: %s", async (list, words) => {
  const has = { [list]: (FULL[list] as object[]).slice(0, 1) };
  const { text } = await visitConsole(`#/${list}`, { has });
  expect(text).toContain(words);
  if (list === "attention") expect(text).toContain("Overview1 open items");
});

it("a statement gives what takes away its sign, and whole units where a currency has no smaller ones", async () => {
  const totals = ["usd", "krw"].map((currency) => ({
    currency,
    grossCents: 104_990,
    refundsCents: 4999,
    disputesCents: 100,
    platformFeesCents: 3100,
    platformFeesReturnedCents: 50,
    processorFeesCents: 3375,
    merchantsOwnNetCents: 4,
    otherCents: -200,
  }));
  const balances = totals.map(({ currency }) => ({
    ...{ currency, openingBalanceCents: 100, accountNetCents: 93_220, payoutsCents: 20 },
    ...{ payoutsReturnedCents: 3, differenceCents: -1, closingBalanceCents: 93_302 },
  }));
  const has = answerWith("statements/2026-11-12", { totals, balances });
  const { text } = await visitConsole("#/statements/2026-11-12", { has });
  for (const line of [
    "Refunds · -$49.99 USD ·",
    "Disputes · -$1.00 USD ·",
    "Platform fees refunded · $0.50 USD ·",
    "Other · -$2.00 USD ·",
    "Payouts · -$0.20 USD ·",
    "Payouts returned · $0.03 USD ·\nDifference from Stripe · -$0.01 USD ·",
  ])
    expect(text).toContain(`\n${line}\n`);
  expect(text).toContain("Closing balance · ₩93,302 KRW ·");
});

it.each([
  [1, 1, undefined],
  [100, 100, undefined],
  [102, 100, "2 more are in the file."],
])("a day on which %i payments moved lists %i of them", async (count, listed, more) => {
  const header = "svcPaymentId,orderRef,currency,grossCents,gross,refundsCents,refunds,netCents,net";
  const rows = Array.from(
    { length: count },
    (_, nth) => `${paymentId(nth)},o-${nth},usd,1,0.01,2,0.02,-1,-0.01`,
  );
  const has = { "statements/2026-11-12/payments.csv": [header, ...rows].join("\r\n") };
  const { text } = await visitConsole("#/statements/2026-11-12", {
    has,
    steps: [{ click: "Show payments" }],
  });
  expect(text.split("[o-")).toHaveLength(listed + 1);
  expect(text).toContain(
    `Order · Gross · Refunds · Net ·\n[o-0|href=#/payments/${paymentId(0)}] · $0.01 USD · -$0.02 USD · -$0.01 USD ·`,
  );
  if (more) expect(text).toContain(more);
  else expect(text).not.toContain("are in the file.");
});

it("the way to callbacks is marked where events were given up, and for nothing else that needs a person", async () => {
  const [failing, ...others] = FULL.attention as object[];
  const sidebar = async (attention: unknown[]) =>
    (await visitConsole("#/access", { has: { attention } })).text;
  expect(await sidebar([failing])).toContain("Webhooks! failed events");
  for (const attention of [others, []]) expect(await sidebar(attention)).not.toContain("! failed events");
});
