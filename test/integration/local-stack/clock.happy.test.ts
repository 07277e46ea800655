import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { createPaymentsClient, type PaymentsClient } from "../../../shared/client/client.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";
import { spawnOperator } from "../operator/operator-process.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });
afterEach(cleanUp);

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** What an attempt itself may take. */
const SLOW_MACHINE_SECONDS = 60;
const SOON = { timeout: 15_000, interval: 50 };

const clientOf = ({ demo }: SpawnedStack): PaymentsClient =>
  createPaymentsClient({ baseUrl: demo.baseUrl, apiKey: demo.apiKey });

/** Pays as the buyer's browser does. */
async function pay({ demo }: SpawnedStack, key: string, method: string, body: object = {}): Promise<string> {
  const client = createPaymentsClient({ baseUrl: demo.baseUrl, apiKey: demo.apiKey });
  const payment = await client.createPayment({ amountCents: 4999, ...body }, { idempotencyKey: key });
  const answer = await fetch(
    `${demo.processorUrl}/v1/payment_intents/${payment.processorPaymentIntentId}/confirm`,
    {
      method: "POST",
      headers: {
        Authorization: `Bearer ${demo.publishableKey}`,
        "Stripe-Account": payment.connectedAccountId,
      },
      body: new URLSearchParams({
        client_secret: payment.clientSecret,
        payment_method: method,
        return_url: "https://shop.example/thanks",
      }),
    },
  );
  expect(answer.status).toBe(200);
  return payment.svcPaymentId;
}

it("shows a hold that lapses, a bank debit and a lost dispute in seconds, with callbacks that verify", async () => {
  const stack = await SpawnedStack.start(temporaryFolder());
  const client = clientOf(stack);
  const held = await pay(stack, "hold", "pm_card_visa", { captureMethod: "manual" });
  const debited = await pay(stack, "debit", "pm_usBankAccount", { paymentMethodTypes: ["us_bank_account"] });
  const disputed = await pay(stack, "dispute", "pm_card_createDispute");
  await stack.letPass(10 * DAY);
  await vi.waitFor(async () => {
    expect((await client.getPayment(held)).status).toBe("canceled");
    expect((await client.getPayment(debited)).status).toBe("succeeded");
    const told = (await stack.callbacks()).map(({ type }) => type);
    expect(told).toEqual(expect.arrayContaining(["payment_intent.canceled", "charge.dispute.closed"]));
  }, SOON);
  const [entry] = (await client.getPaymentTimeline(disputed)).slice(-1);
  // The ledger's own times have moved along.
  expect(Date.parse(String(entry?.at))).toBeGreaterThan(Date.now() + 8 * DAY * 1000);
});

it("shows eight attempts and a dead letter in seconds, each signed at the real time", async () => {
  const stack = await SpawnedStack.start(temporaryFolder());
  const client = clientOf(stack);
  const verdicts: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const seen = verifyCallback(Buffer.concat(chunks), request.headers, stack.demo.callbackSecret);
    // Of the account's own news, which come as well, each has a schedule of its own.
    const verdict = await seen.then(({ type, attempt }) => `${type} ${attempt}`, String);
    if (!verdict.startsWith("account.updated")) verdicts.push(verdict);
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await client.setCallbackEndpoint({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  const { eventId } = await client.testCallbackEndpoint();
  await stack.letPass(2 * DAY);
  server.close();
  server.closeAllConnections();
  expect(verdicts).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => `callback.test ${attempt}`));
  const event = await client.getEvent(eventId);
  expect(event.delivery).toBe("dead");
  const attemptedAt = event.attempts.map(({ at }) => Date.parse(at));
  const waits = attemptedAt.slice(1).map((at, index) => (at - (attemptedAt[index] ?? 0)) / 1000);
  // Each at its own time: half a minute at first, and hours at last.
  for (const [index, seconds] of waits.entries()) {
    const step = Math.min(30 * 4 ** index, 11.5 * HOUR);
    expect(seconds).toBeGreaterThan(0.79 * step);
    expect(seconds).toBeLessThan(1.21 * step + SLOW_MACHINE_SECONDS);
  }
});

it("makes the statement of every day that passes, each on the morning after it", async () => {
  const stack = await SpawnedStack.start(temporaryFolder());
  const client = clientOf(stack);
  const day = (daysLater: number) => new Date(Date.now() + daysLater * DAY * 1000).toISOString().slice(0, 10);
  const today = day(0);
  const fourth = day(4);
  await pay(stack, "first-day", "pm_card_visa");
  await stack.letPass(5 * DAY + 12 * HOUR);
  const made = [];
  for await (const statement of client.listStatements()) {
    if (statement.date >= today && statement.date <= fourth) made.unshift(statement);
  }
  expect(made.map(({ totals }) => totals[0]?.grossCents ?? 0)).toEqual([4999, 0, 0, 0, 0]);
  for (const { date, generatedAt } of made) {
    expect(Date.parse(generatedAt)).toBeLessThan(Date.parse(date) + 4 * DAY * 1000);
  }
});

it("is moved by the operator, followed by its commands, and kept over a restart", async () => {
  const stateDir = temporaryFolder();
  const first = await SpawnedStack.start(stateDir);
  const operator = (...line: string[]) => spawnOperator(line, { STATE_DIR: stateDir }).ended;
  const moved = await operator("simulate", "advance", "2d", "--json");
  expect(moved).toMatchObject({ code: 0 });
  expect(JSON.parse(moved.stdout).now).toBeDefined();
  await first.stop("SIGKILL");

  const second = await SpawnedStack.start(stateDir);
  const svcPaymentId = await pay(second, "after", "pm_card_visa");
  await vi.waitFor(async () => {
    expect((await clientOf(second).getPayment(svcPaymentId)).status).toBe("succeeded");
    const told = (await second.callbacks()).map(({ type }) => type);
    expect(told).toContain("payment_intent.succeeded");
  }, SOON);
  const created = await operator("merchants", "create", "--name", "Late Shop", "--json");
  expect(Date.parse(JSON.parse(created.stdout).createdAt)).toBeGreaterThan(Date.now() + DAY * 1000);
});

it("is not moved by a wrong line of the operator's, and says why", async () => {
  const stateDir = temporaryFolder();
  const stack = await SpawnedStack.start(stateDir);
  const before = await stack.now();
  const wrong: [string[], string][] = [
    [["simulate", "advance", "7d", "--env", "staging"], "leave --env out"],
    [["simulate", "advance", "0"], "from 1 to"],
    [["simulate", "advance", "367d"], "from 1 to"],
    [["simulate", "advance", "soon"], "such as 90s"],
  ];
  await Promise.all(
    wrong.map(async ([line, words]) => {
      const refused = await spawnOperator(line, { STATE_DIR: stateDir }).ended;
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
    }),
  );
  expect((await stack.now()) - before).toBeLessThan(HOUR * 1000);
});
