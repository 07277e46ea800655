import { expect, it } from "vitest";
import { EMPTY, FULL, linesBetween, useNoon, visitConsole } from "../../support/visit-console.ts";

/** How a merchant begins: the account at the processor, and what comes next until the first payment. */

useNoon();

const incomplete = async () => ({
  "onboarding/status": (await import("../../support/console-answers.ts")).INCOMPLETE_ACCOUNT,
});

const session = { scopes: ["onboarding"] };
const GO_ON = [{ click: "Continue at Stripe" }];

it("the account says what it may do, and what Stripe still needs", async () => {
  const { text } = await visitConsole("#/account", { access: "setup", session, has: await incomplete() });
  expect(linesBetween(text, "Stripe account", "Wallet websites")).toEqual([
    "[(wait) No payouts|tone=wait|title=You can accept payments. Stripe needs more before it pays out.]",
    "You can accept payments. Stripe needs more before it pays out.",
    "Payments",
    "Enabled",
    "Payouts",
    "Not yet",
    "Stripe still needs",
    "External account",
    "Individual: verification document",
    "Account ID",
    "acct_1QExample[(copy)|aria-label=Copy account ID]",
    "[Continue at Stripe|aria-disabled=false]",
  ]);
});

it("a session that may not set up is told so, and asks for no websites", async () => {
  const { text, asked } = await visitConsole("#/account", { access: "read", has: await incomplete() });
  expect(text).toContain("You need setup permission to continue at Stripe.");
  expect(asked.map(({ path }) => path)).not.toContain("wallet-domains");
});

it("an account that is complete, or is not there yet, has no way on", async () => {
  const none = await visitConsole("#/account", { access: "setup", session, has: EMPTY });
  expect(none.text).toContain("There is no Stripe account yet. The platform creates it.");
  const done = {
    onboardingStatus: "enabled",
    chargesEnabled: true,
    payoutsEnabled: true,
    requirements: null,
  };
  const has = { "onboarding/status": { processorAccountId: "acct_1", ...done } };
  const whole = await visitConsole("#/account", { access: "setup", session, has });
  for (const { text } of [none, whole]) expect(text).not.toContain("Continue at Stripe");
});

it("the way on leads to Stripe, and back to this screen", async () => {
  const answer = ({ method }: { method: string }) =>
    method === "POST" ? { body: { url: "https://connect.stripe.com/setup/s/1", expiresAt: "" } } : undefined;
  const { changes } = await visitConsole("#/account", {
    ...{ access: "setup", session, steps: GO_ON, answer, has: await incomplete() },
  });
  const back = "https://console.example/console#/account";
  expect(changes).toMatchObject([{ path: "onboarding/link", body: { returnUrl: back, refreshUrl: back } }]);
  expect(location.href).toBe("https://connect.stripe.com/setup/s/1");
});

it.each(["https://evil.example/", "https://connect.stripe.com.evil.example/", "javascript:alert(1)"])(
  "no answer leads elsewhere: %s",
  async (url) => {
    const answer = ({ method }: { method: string }) => (method === "POST" ? { body: { url } } : undefined);
    const { text } = await visitConsole("#/account", {
      ...{ access: "setup", session, steps: GO_ON, answer, has: await incomplete() },
    });
    expect(text).toContain("The link does not lead to Stripe.");
    expect(location.href).not.toBe(url);
  },
);

it("a merchant without a payment sees what is done and what comes next", async () => {
  const started = { ...EMPTY, "onboarding/status": FULL["onboarding/status"] };
  const { text } = await visitConsole("#/overview", { has: started });
  expect(linesBetween(text, "Get started", "[[Today (UTC)")).toEqual([
    "2 of 5 done",
    "[(good)",
    "Stripe account Done|tone=good]",
    "[(good)",
    "API key Done|tone=good]",
    "(open)",
    "Webhook endpoint Your server is notified when a payment succeeds, fails or is disputed.",
    "[Add an endpoint|href=#/endpoint]",
    "(open)",
    "First payment Create a payment with your API key and pay it with a test card.",
    "[Open the quickstart|href=/v1/docs#quickstart]",
    "(open)",
    "Going live Switch to the live environment, its keys and its endpoint.",
    "[Open the guide|href=/v1/docs#going-live]",
  ]);
});

it("a merchant with payments for whom nothing is to be done is told so", async () => {
  const { text } = await visitConsole("#/overview", { has: { attention: [] } });
  expect(text).toContain("(good)  Nothing needs attention.");
  expect(text).not.toContain("Get started");
});
