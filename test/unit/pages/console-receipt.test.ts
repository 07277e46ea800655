import { expect, it } from "vitest";
import { focusedWords } from "../../support/fake-page.ts";
import { type ConsoleVisit, FULL, linesBetween, useNoon, visitConsole } from "../../support/visit-console.ts";

/** How a money session has the receipt of a payment mailed. */

useNoon();

const ID = `svcpay_${"1".padStart(32, "0")}`;
const ADDRESS = "anna@example.com";

async function visit({ status = "succeeded", ...rest }: ConsoleVisit & { status?: string }) {
  const shown = { ...(FULL[`payments/${ID}`] as object), status, captureBefore: null, disputes: [] };
  const has = { [`payments/${ID}`]: shown, [`payments/${ID}/timeline`]: [] };
  return visitConsole(`#/payments/${ID}`, { access: "money", has, ...rest });
}

const OPEN = { click: "Send receipt…" };
const SEND = [
  OPEN,
  { fill: "Email address", with: ` ${ADDRESS} ` },
  { click: "Send receipt", twice: true },
] as const;

const SENTENCE = "Stripe emails the receipt to this address. The address is not stored here.";

const linesOf = (text: string) => linesBetween(text, "Send receipt", "Details");

it("a receipt is asked for once, and the page says so and forgets the address", async () => {
  const { changes, text } = await visit({ steps: SEND });
  expect(changes).toEqual([
    { method: "POST", path: `payments/${ID}/receipt`, query: {}, body: { email: ADDRESS }, key: null },
  ]);
  expect(linesOf(text)).toEqual(["(good)  Stripe was asked to email the receipt."]);
  expect(focusedWords()).toContain("Stripe was asked to email the receipt.");
  expect(text).toContain("Send receipt…");
});

const FAULT = { status: 503, body: { title: "Processor unavailable", detail: "Not now." } };

it("a receipt that fails is told with its title, and the form stays as it was written", async () => {
  const { text } = await visit({
    steps: SEND,
    answer: ({ method }) => (method === "POST" ? FAULT : undefined),
  });
  expect(linesOf(text)).toEqual([
    `[Email address[|value=${ADDRESS}|required=true]`,
    SENTENCE,
    "Processor unavailable",
    "[(bad)",
    "Not now.|tone=bad]",
    "[Send receipt|aria-disabled=false]Go back|aria-label=Send receipt]",
  ]);
});

it("a form for a receipt that is left asks for nothing, and is empty when it is opened again", async () => {
  const left = [...SEND.slice(0, 2), { click: "Go back" }];
  const closed = await visit({ steps: left });
  expect(closed.changes).toEqual([]);
  expect(closed.text).not.toContain("Email address");
  expect(focusedWords()).toBe("Send receipt…");
  const again = await visit({ steps: [...left, OPEN] });
  expect(linesOf(again.text)[0]).toBe("[Email address[|required=true]");
});

it.each([
  ["read", false],
  ["setup", false],
  ["manage", true],
] as const)("a session with %s access sends a receipt: %s", async (access, isOffered) => {
  expect((await visit({ access })).text.includes("Send receipt…")).toBe(isOffered);
});

it("a session whose key must not write payments sends no receipt", async () => {
  const session = { scopes: ["payments:read", "refunds:write"] };
  expect((await visit({ session })).text).not.toContain("Send receipt…");
});
