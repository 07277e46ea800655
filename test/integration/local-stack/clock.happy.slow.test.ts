import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { createPaymentsClient, type PaymentsClient } from "../../../shared/client/client.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";
import { CommandLine, spawnOperator } from "../operator/operator-process.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** A dispute without an answer is lost after nine days. */
const WALK = "217h";
/** What an attempt itself may take. */
const SLOW_MACHINE_SECONDS = 60;
const SOON = { timeout: PATIENCE_MS };

const TRIAL = "callback.test";

/** The merchant's server, and what it was told in callbacks that verify. It accepts all of them but the trials. */
const told: string[] = [];
const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const seen = verifyCallback(Buffer.concat(chunks), request.headers, stack.demo.callbackSecret);
  const verdict = await seen.then(({ type, attempt }) => `${type} ${attempt}`, String);
  told.push(verdict);
  response.writeHead(verdict.startsWith(TRIAL) ? 503 : 200).end();
});

const stateDir = temporaryFolder();
const operator = new CommandLine({ STATE_DIR: stateDir });
let stack: SpawnedStack;
let client: PaymentsClient;
let endpointId: string;

async function start(): Promise<void> {
  stack = await SpawnedStack.start(stateDir);
  client = createPaymentsClient({ baseUrl: stack.demo.baseUrl, apiKey: stack.demo.apiKey });
}

beforeAll(async () => {
  await start();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const [endpoint] = await client.listCallbackEndpoints();
  endpointId = String(endpoint?.id);
  await client.updateCallbackEndpoint(endpointId, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  });
});
afterAll(async () => {
  operator.stop();
  await cleanUp();
  server.close();
  server.closeAllConnections();
});

/** Pays as the buyer's browser does. */
async function pay(key: string, method: string, body: object = {}): Promise<string> {
  const { processorUrl, publishableKey } = stack.demo;
  const payment = await client.createPayment({ amountCents: 4999, ...body }, { idempotencyKey: key });
  const answer = await fetch(
    `${processorUrl}/v1/payment_intents/${payment.processorPaymentIntentId}/confirm`,
    {
      method: "POST",
      headers: { Authorization: `Bearer ${publishableKey}`, "Stripe-Account": payment.connectedAccountId },
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

// One clock, which only goes forward: each test goes on where the one before has ended.
describe("the stack's clock", { shuffle: false }, () => {
  describe("a walk of nine days", () => {
    const dayIn = (days: number) => new Date(Date.now() + days * DAY * 1000).toISOString().slice(0, 10);
    const [today, fourth] = [dayIn(0), dayIn(4)];
    let held: string;
    let debited: string;
    let disputed: string;
    let trialId: string;

    beforeAll(async () => {
      held = await pay("hold", "pm_card_visa", { captureMethod: "manual" });
      debited = await pay("debit", "pm_usBankAccount", { paymentMethodTypes: ["us_bank_account"] });
      disputed = await pay("dispute", "pm_card_createDispute");
      trialId = (await client.testCallbackEndpoint(endpointId)).eventId;
      await operator.run(["simulate", "advance", WALK]);
    });

    it("nine days that pass in seconds show a hold that lapses, a bank debit and a lost dispute, with callbacks that verify", async () => {
      await vi.waitFor(async () => {
        expect((await client.getPayment(held)).status).toBe("canceled");
        expect((await client.getPayment(debited)).status).toBe("succeeded");
        expect(told).toEqual(
          expect.arrayContaining(["payment_intent.canceled 1", "charge.dispute.closed 1"]),
        );
      }, SOON);
      const [entry] = (await client.getPaymentTimeline(disputed)).slice(-1);
      // The ledger's own times have moved along.
      expect(Date.parse(String(entry?.at))).toBeGreaterThan(Date.now() + 8 * DAY * 1000);
    });

    it("nine days that pass in seconds show eight attempts and a dead letter, each signed at the real time", async () => {
      expect(told.filter((verdict) => verdict.startsWith(TRIAL))).toEqual(
        [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => `${TRIAL} ${attempt}`),
      );
      const event = await client.getEvent(trialId);
      expect(event.delivery).toBe("dead");
      const attemptedAt = (event.deliveries[0]?.attempts ?? []).map(({ at }) => Date.parse(at));
      const waits = attemptedAt.slice(1).map((at, index) => (at - (attemptedAt[index] ?? 0)) / 1000);
      // Each at its own time: half a minute at first, and hours at last.
      for (const [index, seconds] of waits.entries()) {
        const step = Math.min(30 * 4 ** index, 11.5 * HOUR);
        expect(seconds).toBeGreaterThan(0.79 * step);
        expect(seconds).toBeLessThan(1.21 * step + SLOW_MACHINE_SECONDS);
      }
    });

    it("nine days that pass in seconds show the statement of every day, each made on the morning after it", async () => {
      const made = [];
      for await (const statement of client.listStatements()) {
        if (statement.date >= today && statement.date <= fourth) made.unshift(statement);
      }
      // The debit, which is booked when it is announced, and the disputed payment; a hold moves no money.
      expect(made.map(({ totals }) => totals[0]?.grossCents ?? 0)).toEqual([2 * 4999, 0, 0, 0, 0]);
      for (const { date, generatedAt } of made) {
        expect(Date.parse(generatedAt)).toBeLessThan(Date.parse(date) + 4 * DAY * 1000);
      }
    });
  });

  it("is moved by the operator, followed by its commands, and kept over a restart", async () => {
    const before = await stack.now();
    expect((await operator.run(["simulate", "advance", "1s"])).stdout).toMatch(/^It is now /);
    const moved = await operator.run(["simulate", "advance", "90m", "--json"]);
    expect(moved).toMatchObject({ code: 0 });
    expect(Date.parse(JSON.parse(moved.stdout).now)).toBeGreaterThan(before + HOUR * 1000);
    await stack.stop("SIGKILL");

    await start();
    told.length = 0;
    const svcPaymentId = await pay("after", "pm_card_visa");
    await vi.waitFor(async () => {
      expect((await client.getPayment(svcPaymentId)).status).toBe("succeeded");
      expect(told).toContain("payment_intent.succeeded 1");
    }, SOON);
    const line = ["merchants", "create", "--name", "Late Shop", "--json"];
    const created = await spawnOperator(line, { STATE_DIR: stateDir }).ended;
    expect(Date.parse(JSON.parse(created.stdout).createdAt)).toBeGreaterThan(before + HOUR * 1000);
  });
});
