import { setTimeout as pause } from "node:timers/promises";
import { MortalStack } from "../../support/mortal-stack.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import type { SpawnedStack } from "../../support/spawned-stack.ts";
import { PLANTED, PlantedClient } from "./plant.ts";

const AUTHORIZED_CENTS = 1000;
const CLIENTS = 6;
const PAYMENTS = 48;
/** So many are worked on at a time: each by several clients. */
const CURRENT = 6;
const ROUNDS_PER_PAYMENT = 20;
const KILLS = 4;
/** Longer than every lease: what a dead process held is free again. */
const LATER_SECONDS = 400;
const TRIES = 8;
const PATIENCE_MS = 15_000;

type Kind = "get" | "capture" | "cancel" | "refund" | "replace" | "total";

/** Of so many payments one is captured, and a refund of it has failed: clients replace that one, at most once in all. */
const FAILED_EVERY = 8;
const FAILED_AT = 3;
const FAILED_CENTS = 100;

/** One request, with when it was sent and when its answer was there. Microseconds of one clock. */
export type Operation = {
  payment: number;
  client: number;
  kind: Kind;
  key: string;
  amountCents: number;
  callUs: number;
  returnUs: number;
  outcome: "ok" | "unknown";
  status: string;
  body: string;
  shownCents: number;
  /** Of a total: what the processor has refunded in all. */
  refund: number;
};

type Order = { kind: Kind; key: string; amountCents: number };
type Reply = { status: number; text: string };
export type Ask = (
  stack: SpawnedStack,
  request: { method: string; path: string; key?: string; body?: object },
) => Promise<Reply>;

const FAULTS = [
  { method: "POST", path: "/v1/refunds" },
  { method: "POST", path: "/v1/payment_intents/*/capture" },
  { method: "POST", path: "/v1/payment_intents/*/cancel" },
  { method: "GET", path: "/v1/**" },
];
const KINDS = ["drop_request", "drop_reply", "error", "error_applied", "slow", "rate_limit", "lock_timeout"];

const ask: Ask = async (stack, { method, path, key, body }) => {
  const answer = await fetch(stack.demo.baseUrl + path, {
    method,
    headers: {
      "X-Api-Key": stack.demo.apiKey,
      "Content-Type": "application/json",
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: answer.status, text: await answer.text() };
};

/**
 * Six clients capture, cancel, refund, read and repeat, several at the same payment, while the processor misbehaves and
 * the whole stack is killed and started again. What was asked, answered and when is the history.
 */
export class History {
  readonly operations: Operation[] = [];
  /** Answers that no contract has. */
  readonly serverErrors: string[] = [];
  rejected = 0;
  private readonly stack = new MortalStack();
  private readonly random: () => number;
  private readonly ids: string[] = [];
  private readonly orders = new Map<number, Order[]>();
  private readonly failed = new Map<number, string>();
  private readonly ask: Ask;
  private readonly planted: readonly string[];
  private turns = 0;

  constructor(seed: number, { planted }: { planted: boolean }) {
    this.random = seededRandom(seed);
    this.planted = planted ? PLANTED : [];
    this.ask = planted ? new PlantedClient(ask, this.ids).ask : ask;
  }

  async make(): Promise<void> {
    await this.stack.start();
    await this.authorize();
    for (const payment of this.planted.keys()) await this.meetMistake(payment);
    const clients = Array.from({ length: CLIENTS }, (_, client) => this.work(client));
    let atWork = true;
    const all = Promise.all(clients).finally(() => {
      atWork = false;
    });
    await Promise.all([all, this.misbehave(() => atWork), this.kill()]);
    await this.rest();
    for (const payment of this.ids.keys()) await this.readInTheEnd(payment);
  }

  /** Payments that a buyer has authorized, as the ledger knows. */
  private async authorize(): Promise<void> {
    const stack = await this.stack.alive();
    for (let nth = 0; nth < PAYMENTS; nth++) {
      const body = { amountCents: AUTHORIZED_CENTS, captureMethod: "manual" };
      const { text } = await ask(stack, {
        method: "POST",
        path: "/v1/payments/intents",
        key: `create-${nth}`,
        body,
      });
      const json = JSON.parse(text) as Record<string, unknown>;
      await stack.confirm({ json });
      this.ids.push(String(json.svcPaymentId));
    }
    for (const id of this.ids) await this.until(id, "requires_capture");
    for (const payment of this.ids.keys())
      if (payment % FAILED_EVERY === FAILED_AT) await this.failRefund(payment);
  }

  private async failRefund(payment: number): Promise<void> {
    await this.insist(CLIENTS, payment, {
      ...{ kind: "capture", key: `captured-${payment}`, amountCents: AUTHORIZED_CENTS },
    });
    const stack = await this.stack.alive();
    const next = JSON.stringify({ outcome: "failed" });
    await fetch(`${stack.demo.processorUrl}/_simulator/refunds/next`, { method: "POST", body: next });
    const path = `/v1/payments/${this.ids[payment]}/refund`;
    const body = { amountCents: FAILED_CENTS };
    await ask(stack, { method: "POST", path, key: `failed-${payment}`, body });
    const failed = (await this.readRefunds(`${path}s`)).find(({ status }) => status === "failed");
    if (!failed) throw new Error("The refund has not failed.");
    this.failed.set(payment, failed.refundId);
  }

  private async until(id: string, status: string): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const { text } = await ask(await this.stack.alive(), { method: "GET", path: `/v1/payments/${id}` });
      if ((JSON.parse(text) as { status: string }).status === status) return;
      await pause(50);
    }
    throw new Error(`${id} does not become ${status}.`);
  }

  /** What the clients draw may leave a planted payment uncaptured, and its mistake unseen. */
  private async meetMistake(payment: number): Promise<void> {
    const get: Order = { kind: "get", key: "", amountCents: 0 };
    const capture: Order = { kind: "capture", key: `planted-${payment}`, amountCents: AUTHORIZED_CENTS };
    for (const order of [get, capture, capture, get]) await this.insist(CLIENTS, payment, order);
    if (!this.failed.has(payment)) return;
    for (const key of ["first", "second"])
      await this.insist(CLIENTS, payment, { kind: "replace", key, amountCents: FAILED_CENTS });
  }

  private async work(client: number): Promise<void> {
    while (this.turns < PAYMENTS * ROUNDS_PER_PAYMENT) {
      const turn = this.turns++;
      const first = Math.min(Math.floor(turn / (CURRENT * ROUNDS_PER_PAYMENT)) * CURRENT, PAYMENTS - CURRENT);
      const payment = first + this.below(CURRENT);
      await this.insist(client, payment, this.nextOrder(client, payment));
    }
  }

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private nextOrder(client: number, payment: number): Order {
    const earlier = this.orders.get(payment) ?? [];
    this.orders.set(payment, earlier);
    const chance = this.random();
    if (chance < 0.4) return { kind: "get", key: "", amountCents: 0 };
    const repeated = earlier[this.below(earlier.length)];
    if (chance < 0.55 && repeated) return repeated;
    const key = `${client}-${payment}-${earlier.length}`;
    const isReplaced = this.failed.has(payment) && chance >= 0.85;
    const order: Order = isReplaced
      ? { kind: "replace", key, amountCents: FAILED_CENTS }
      : chance < 0.7
        ? { kind: "capture", key, amountCents: AUTHORIZED_CENTS - 200 * this.below(2) }
        : chance < 0.74
          ? { kind: "cancel", key, amountCents: 0 }
          : { kind: "refund", key, amountCents: 100 + 100 * this.below(4) };
    earlier.push(order);
    return order;
  }

  /** As a client does: the same key again while the outcome is unknown or under way. */
  private async insist(client: number, payment: number, order: Order): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (await this.send(client, payment, order)) return;
      await pause(50 + this.below(200));
    }
  }

  /** Whether the client has its answer. */
  private async send(client: number, payment: number, order: Order): Promise<boolean> {
    const { kind, key, amountCents } = order;
    const deed = kind === "get" ? "" : kind === "replace" ? "/refund" : `/${kind}`;
    const path = `/v1/payments/${this.ids[payment]}${deed}`;
    const replaces = kind === "replace" ? this.failed.get(payment) : undefined;
    const body = kind === "get" || kind === "cancel" ? {} : { body: { amountCents, replaces } };
    const request = kind === "get" ? { method: "GET", path } : { method: "POST", path, key, ...body };
    const stack = await this.stack.alive();
    const callUs = nowUs();
    const reply = await this.ask(stack, request).catch(() => undefined);
    const made = { payment, client, kind, key, amountCents, callUs, returnUs: nowUs(), refund: 0 };
    if (reply && reply.status < 300) {
      const { status, amountCents: shownCents } = JSON.parse(reply.text) as {
        status: string;
        amountCents: number;
      };
      this.operations.push({ ...made, outcome: "ok", status, body: reply.text, shownCents });
      return true;
    }
    if (reply && reply.status >= 500 && reply.status !== 503)
      this.serverErrors.push(`${kind}: ${reply.text}`);
    if (reply && reply.status < 500) {
      // A rejection says nothing of the order of things. In progress: another call is at it.
      this.rejected++;
      return !reply.text.includes("In progress");
    }
    if (kind !== "get")
      this.operations.push({ ...made, outcome: "unknown", status: "", body: "", shownCents: 0 });
    return false;
  }

  private async misbehave(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      await pause(100 + this.below(300));
      const fault = { ...FAULTS[this.below(FAULTS.length)], kind: KINDS[this.below(KINDS.length)] };
      const { demo } = await this.stack.alive();
      const body = JSON.stringify({ ...fault, times: 1, delayMs: 500 });
      // It may die in this very moment.
      await fetch(`${demo.processorUrl}/_simulator/faults`, { method: "POST", body }).catch(() => undefined);
    }
  }

  private async kill(): Promise<void> {
    for (let nth = 1; nth <= KILLS; nth++) {
      const at = (PAYMENTS * ROUNDS_PER_PAYMENT * nth) / (KILLS + 1);
      while (this.turns < at) await pause(5);
      await pause(this.below(100));
      await this.stack.kill();
      if (nth % 2 === 0) this.stack.letPass(LATER_SECONDS);
      await this.stack.start();
    }
  }

  /** No more faults, and hours pass: whatever was left half done is finished. */
  private async rest(): Promise<void> {
    const stack = await this.stack.alive();
    await fetch(`${stack.demo.processorUrl}/_simulator/faults`, { method: "DELETE" });
    for (let hour = 0; hour < 6; hour++) await stack.letPass(3600);
  }

  private async readInTheEnd(payment: number): Promise<void> {
    await this.insist(CLIENTS, payment, { kind: "get", key: "", amountCents: 0 });
    const callUs = nowUs();
    const path = `/v1/payments/${this.ids[payment]}/refunds`;
    const refunds = await this.readRefunds(path);
    const made = refunds.filter(({ status }) => status === "succeeded");
    const refund = made.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const nothing = { key: "", amountCents: 0, status: "", body: "", shownCents: 0 };
    const when = { callUs, returnUs: nowUs(), outcome: "ok" as const };
    this.operations.push({ payment, client: CLIENTS, kind: "total", ...nothing, ...when, refund });
  }

  /** One merchant has a budget for such lists: it waits. */
  private async readRefunds(
    path: string,
  ): Promise<{ refundId: string; status: string; amountCents: number }[]> {
    for (;;) {
      const { status, text } = await ask(await this.stack.alive(), { method: "GET", path });
      if (status !== 429) return JSON.parse(text);
      await pause(1_000);
    }
  }
}

const nowUs = (): number => Math.round(performance.now() * 1000);
