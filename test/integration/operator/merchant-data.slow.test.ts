import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import type { PayoutFacts } from "../../../shared/domain/finance/payout.ts";
import { payoutKey, payoutPointerKey } from "../../../shared/ledger/table.ts";
import type { Reply } from "../../support/api.ts";
import { ConsoleTab, codeIn, exchange } from "../../support/console.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { type Desk, expectRejection, MINUTE_SECONDS, useDesk } from "./desk.ts";

// Processes of their own take their time to start on a busy machine.
/** What a merchant may ask for: a copy of everything that is held of it, and to be forgotten. */
const desk = useDesk();
const receiver = useReceiver();
const books = useReceiver();
let shop: Awaited<ReturnType<Desk["openShop"]>>;
let paid: string;

/** What must be gone afterwards: names, an address, a merchant's references, what its server answered. */
const PERSONAL = {
  name: "Zwiebelfisch",
  customerRef: "customer-Anna-Muster",
  orderRef: "order-for-Anna",
  description: "Roses for Anna Muster",
  branch: "Annastrasse",
  metadata: "gift-for-Anna",
  label: "Annas laptop",
  answer: "thanks-from-Anna",
  reason: "Anna asks for her order",
};

beforeAll(async () => {
  shop = await desk.openShop(PERSONAL.name);
  await desk.json("keys", "issue", shop.merchantId, "--label", PERSONAL.label);
  await desk.json("callbacks", "set-url", shop.merchantId, receiver.url);
  receiver.behave = (response) => response.writeHead(200).end(PERSONAL.answer);
  books.behave = (response) => response.writeHead(200).end(PERSONAL.answer);
  const second = ["callbacks", "add", shop.merchantId, books.url, "--payload", "service"];
  const { endpointId } = await desk.json<{ endpointId: string }>(...second);
  expect(await desk.json("callbacks", "list", shop.merchantId)).toMatchObject({
    endpoints: [{ url: receiver.url }, { endpointId, url: books.url, payload: "service" }],
  });
  const { customerRef, orderRef, description, branch } = PERSONAL;
  const metadata = { note: PERSONAL.metadata };
  const terms = { amountCents: 1234, customerRef, orderRef, description, branch, metadata };
  const created = await shop.api.create(terms, randomUUID());
  paid = String(created.json.svcPaymentId);
  await desk.stack.confirm(created);
  await receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
  await shop.api.refund(paid, { amountCents: 34 }, randomUUID());
  await receiver.until(1, ({ type }) => type === "charge.refunded");
  await books.until(1, ({ type }) => type === "payment.refunded");
});

/** What was sold is paid out, days early; a minute later the due list has had it taken apart. */
async function payOut(): Promise<void> {
  const { processorAccountId } = (await shop.api.call("GET", "/v1/onboarding/status")).json;
  const control = (path: string, body: object) =>
    fetch(`${desk.stack.demo.processorUrl}/_simulator/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
  expect((await control(`accounts/${processorAccountId}/payouts/hurry`, {})).status).toBe(200);
  expect((await control("clock", { advanceSeconds: 2 * MINUTE_SECONDS })).status).toBe(200);
  const composition = async () => (await payouts())[0]?.composition;
  await expect.poll(composition).toBe("complete");
}

const payouts = async () =>
  (await shop.api.call("GET", "/v1/payouts")).json as unknown as Record<string, unknown>[];

const ofShop = async (sk?: string) => {
  const { merchantId } = shop;
  return (await desk.items()).filter(
    (item) =>
      (item.merchantId === merchantId || String(item.pk).endsWith(merchantId)) && (!sk || item.sk === sk),
  );
};

let tab: ConsoleTab;

it("an operator's link opens a short session, which the merchant sees, and which sees no answer of its server", async () => {
  const { merchantId } = shop;
  const command = ["console", merchantId, "--reason", PERSONAL.reason];
  const made = await desk.json<{ url: string; sessionId: string }>(...command);
  expect(made).toMatchObject({ merchantId, access: "read", expiresAt: expect.stringMatching(/Z$/) });
  const { reply, ...entered } = await exchange(shop.api.baseUrl, codeIn(made.url));
  expect(reply.json).toMatchObject({ access: "read", madeBy: "operator", merchantName: PERSONAL.name });
  expect(reply.headers.getSetCookie()[0]).toMatch(/Max-Age=3600$/);
  const listed = (await shop.api.call("GET", "/v1/console-sessions")).text;
  expect(JSON.parse(listed)).toMatchObject([
    { sessionId: made.sessionId, madeBy: "operator", reason: PERSONAL.reason },
  ]);
  expect(listed).not.toContain("olivia");

  tab = new ConsoleTab(shop.api.baseUrl, entered);
  const [event] = (await tab.call("GET", "/v1/events?delivery=delivered&type=payment_intent.succeeded"))
    .json as unknown as {
    id: string;
  }[];
  const seen = await tab.call("GET", `/v1/events/${event?.id}`);
  const attempts = ({ json }: Reply) =>
    (json.deliveries as { attempts: object[] }[]).map((one) => one.attempts);
  expect(attempts(seen)[0]).toMatchObject([{ status: 200, answer: null }]);
  expect(seen.text).not.toContain(PERSONAL.answer);
  const own = await (await ConsoleTab.open(shop.api)).call("GET", `/v1/events/${event?.id}`);
  expect(attempts(own)[0]).toMatchObject([{ status: 200, answer: PERSONAL.answer }]);

  const { stdout } = await desk.run("merchants", "show", merchantId);
  expect(stdout).toMatch(new RegExp(`olivia +offer-console-read +${made.sessionId}: ${PERSONAL.reason}`));
  expect(stdout).toMatch(new RegExp(`${made.sessionId} of olivia +enter-console`));
  const people = await desk.run(...command, "--operate");
  expect(people.stdout).toMatch(/Access +Operate, for 60 minutes/);
  expect(people.stdout).toMatch(/Link +http:\/\/127\.0\.0\.1:\d+\/console#code=svc_code_\w+/);
});

it("payments show says which kind of card it was and what is left, and not which card", async () => {
  const shown = await desk.json<{ details: { fees: { netCents: number } } }>("payments", "show", paid);
  expect(shown.details).toMatchObject({
    method: { type: "card", brand: "visa", last4: null, expMonth: null },
    decline: null,
    fees: { currency: "usd", grossCents: 1234, processorFeeCents: 66 },
  });
  const { stdout } = await desk.run("payments", "show", paid);
  expect(stdout).toMatch(/Paid with +Visa$/m);
  expect(stdout).toMatch(
    /Net +\d+\.\d\d usd \(gross 12\.34, .*platform fee -0\.\d\d, .*Stripe fees -0\.66\), available \d{4}-/,
  );
});

type Shown = {
  amountCents: number;
  totals: Record<string, { grossCents: number; platformFeesCents: number }>;
};

/** A payout of a second before, as it would be recorded. */
async function recordEarlier(merchantId: string, payoutId: string): Promise<string> {
  const earlier = "po_earlier";
  const { pk: _, sk: __, facts: recorded, ...record } = await desk.item(payoutKey(merchantId, payoutId));
  const facts = { ...(recorded as PayoutFacts), payoutId: earlier };
  facts.createdAt -= 1000;
  await desk.change(payoutKey(merchantId, earlier), { ...record, facts });
  await desk.change(payoutPointerKey(merchantId, facts.createdAt, earlier), { payoutId: earlier });
  return earlier;
}

it("payouts say what left for a merchant's bank and of what it is made, and fees what the platform earned by it", async () => {
  const { merchantId } = shop;
  await payOut();
  const [payout] = await payouts();
  const payoutId = String(payout?.payoutId);
  expect(await desk.json("payouts", "list", merchantId)).toEqual({ payouts: [payout], next: null });
  const shown = await desk.json<Shown>("payouts", "show", merchantId, payoutId);
  expect(shown).toEqual(payout);
  expect(shown).toMatchObject({
    composition: "complete",
    unexplainedCents: 0,
    totals: { charge: { count: 1, grossCents: 1234 }, refund: { count: 1, grossCents: -34 } },
  });
  const list = await desk.run("payouts", "list", merchantId);
  expect(list.stdout).toMatch(
    new RegExp(`${payoutId} +\\S+ +\\d+\\.\\d\\d usd +In transit +Matched +0\\.00`),
  );
  const earlier = await recordEarlier(merchantId, payoutId);
  const first = await desk.run("payouts", "list", merchantId, "--limit", "1");
  expect(first.stdout).toContain(`There are more: --after ${payoutId}`);
  const second = await desk.json("payouts", "list", merchantId, "--limit", "1", "--after", payoutId);
  expect(second).toMatchObject({ payouts: [{ payoutId: earlier }], next: null });
  const show = await desk.run("payouts", "show", merchantId, payoutId);
  expect(show.stdout).toMatch(/^Breakdown +Matched, \d+ lines$/m);
  expect(show.stdout).toMatch(/^charge +1 +12\.34 +-0\.\d\d /m);
  expect(show.stdout).toMatch(/^refund +1 +-0\.34 /m);
  expectRejection(await desk.run("payouts", "show", merchantId, "po_unknown"), /no such payout/);

  const dayIn = (days: number) => dateOf(Date.now() + days * 86_400_000);
  // The stack's clock was moved, and it may be about midnight.
  const days = ["--from", dayIn(-1), "--to", dayIn(1)];
  const { income } = await desk.json<{ income: Record<string, unknown>[] }>("fees", "income", ...days);
  const takenCents = shown.totals.charge?.platformFeesCents ?? 0;
  const returnedCents = shown.totals.platform_fee_return?.grossCents ?? 0;
  expect(takenCents).toBeGreaterThan(0);
  expect(income.filter((sum) => sum.merchantId === merchantId)).toEqual([
    {
      merchantId,
      accountId: expect.stringMatching(/^acct_/),
      currency: "usd",
      fees: 1,
      takenCents,
      returnedCents,
      earnedCents: takenCents - returnedCents,
    },
  ]);
  expect((await desk.run("fees", "income", ...days)).stdout).toMatch(
    new RegExp(`${merchantId} +usd +1 +0\\.`),
  );
  // On cash basis the same month is the platform's own balance, and a later return belongs to its own day.
  const cash = (await desk.json<{ income: unknown[] }>("fees", "income", ...days, "--basis", "cash")).income;
  expect(cash).toEqual(income);
  const csv = (await desk.run("fees", "income", ...days, "--basis", "cash", "--csv")).stdout;
  expect(csv.split("\r\n")[0]).toBe(
    "merchantId,accountId,currency,fees,takenCents,taken,returnedCents,returned,earnedCents,earned",
  );
  expect(csv).toContain(`${merchantId},acct_`);
  for (const wrong of [
    ["--from", dayIn(0), "--to", "yesterday"],
    ["--from", dayIn(0), "--to", dayIn(-1)],
  ])
    expectRejection(await desk.run("fees", "income", ...wrong), /days, such as 2026-07-01/);

  await desk.run("reconcile", "statement", "--merchant", merchantId, "--date", dayIn(0));
  const { merchants } = await desk.json<{ merchants: Record<string, unknown>[] }>("balances", ...days);
  const report = merchants.find((one) => one.merchantId === merchantId);
  expect(report).toMatchObject({
    complete: false,
    rows: [{ currency: "usd", grossCents: 1234, payoutsCents: shown.amountCents, differenceCents: null }],
  });
  expect((await desk.run("balances", ...days)).stdout).toMatch(
    new RegExp(`${merchantId} +usd .* \\d not final$`, "m"),
  );
  expectRejection(
    await desk.run("balances", "--from", dayIn(0), "--to", dayIn(-1)),
    /to must not be before from/,
  );
});

it("export prints everything that is held, a document a line, and no secret", async () => {
  // The processor tells of the refund's settlement a moment after the rest.
  const ended = async () =>
    (await ofShop("EVENT"))
      .filter(({ delivery, finishedAt }) => delivery !== "pending" && finishedAt)
      .map(({ type }) => String(type))
      .sort();
  const told = ["charge.refunded", "payment_intent.succeeded", "refund.updated"];
  await expect.poll(ended).toEqual(expect.arrayContaining(told));
  const { code, stdout, stderr } = await desk.run("merchants", "export", shop.merchantId);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const kinds = Map.groupBy(lines, ({ kind }) => kind);
  expect([...kinds.keys()].sort()).toEqual([
    "account",
    "account_creation",
    "api_key",
    "audit_entry",
    "console_session",
    "delivery",
    "event",
    "merchant",
    "operation",
    "payment",
    "payout",
    "payout_lines",
    "payout_pointer",
    "statement",
    "statement_lines",
    "work",
  ]);
  expect(kinds.get("payout_lines")).toMatchObject([
    { bytes: { lines: expect.arrayContaining([expect.objectContaining({ svcPaymentId: paid })]) } },
  ]);
  // The account's own items have no merchant's name in their key, and are two at most.
  expect(lines.length - (kinds.get("account")?.length ?? 0)).toBeGreaterThanOrEqual(
    (await ofShop()).length - 1,
  );
  for (const [name, canary] of Object.entries(PERSONAL)) expect(stdout, name).toContain(canary);
  expect(stdout).toContain("owner@shop.example");
  expect(kinds.get("event")?.[0]).toMatchObject({ body: { object: "event" } });
  expect(kinds.get("audit_entry")).toContainEqual(expect.objectContaining({ action: "export-merchant" }));
  expect(stdout).not.toMatch(/_secret_|whsec_|"salt"|"hash"|"sealed"|sk_test_|ownerToken/);
  for (const item of await ofShop())
    for (const name of ["salt", "hash"]) if (item[name]) expect(stdout).not.toContain(String(item[name]));
});
