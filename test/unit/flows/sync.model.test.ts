import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isFailure } from "../../../shared/domain/failure.ts";
import { decideCapture } from "../../../shared/domain/payments/capture.ts";
import { type IntentSnapshot, type Payment, projectIntent } from "../../../shared/domain/payments/payment.ts";
import { decideRefund } from "../../../shared/domain/payments/refund.ts";
import { isConclusive } from "../../../shared/domain/payments/status.ts";
import { sync } from "../../../shared/flows/sync.ts";
import { aPayment } from "../../support/payments.ts";
import { ProcessorModel } from "./processor-model.ts";

/**
 * Three followers of one payment, each with requests and events of its own, and the outside world (the buyer, the bank,
 * the dashboard) all run at once. Whatever leaves the process, a question as well as a write, first waits until
 * fast-check's scheduler lets it arrive, and then until the scheduler lets its answer come back. What the followers do
 * with their answers is the real sync.
 */

/** What the processor said, and at which of its moments. */
type Facts = { snapshot: IntentSnapshot; moment: number };

type Job =
  | { kind: "refresh" }
  | { kind: "event"; nth: number }
  | { kind: "capture" | "refund"; wish: number | undefined };

type Step =
  | { kind: "confirm"; result: "paid" | "declined" | "processing" }
  | { kind: "refund fails"; nth: number }
  | { kind: "cancel" };

/** How the ledger writes: the real rule, or a planted fault. undefined: the version that was read is gone. */
type Write = (ledger: Payment, read: Payment, state: Partial<Payment>) => Payment | undefined;

const onTheVersionRead: Write = (ledger, read, state) =>
  ledger.version === read.version ? { ...ledger, ...state, version: ledger.version + 1 } : undefined;

const skippingUnchanged: Write = (ledger, read, state) => {
  const unchanged = isDeepStrictEqual({ ...ledger, ...state }, ledger);
  return ledger.version === read.version && unchanged ? ledger : onTheVersionRead(ledger, read, state);
};

const onAnyVersion: Write = (ledger, _, state) => ({
  ...ledger,
  ...state,
  version: ledger.version + 1,
});

class World {
  readonly processor: ProcessorModel;
  private readonly scheduler: fc.Scheduler;
  private readonly writeRule: Write;
  private ledger: Payment;
  private moment = 0;
  /** The newest moment of the processor's that a follower has answered from. */
  private answeredFrom = 0;
  private refundFailed = false;
  /** What events carry: the intent at every moment, without its charge. They may arrive late, twice or never. */
  private readonly events: Facts[] = [];

  constructor(order: Order, scheduler: fc.Scheduler, writeRule: Write) {
    this.processor = new ProcessorModel(order);
    this.ledger = aPayment({
      captureMethod: order.captureMethod,
      orderedCents: order.authorizedCents,
      agreedFeeCents: order.feeCents,
      ...projectIntent(this.processor.snapshot()),
    });
    this.scheduler = scheduler;
    this.writeRule = writeRule;
  }

  /** There and back again: the effect happens at one moment, and the answer is heard at a later one. */
  private async call<T>(label: string, effect: () => T): Promise<T> {
    await this.scheduler.schedule(Promise.resolve(), `${label} arrives`);
    const answer = effect();
    await this.scheduler.schedule(Promise.resolve(), `${label} is answered`);
    return answer;
  }

  private facts(): Facts {
    return { snapshot: this.processor.snapshot(), moment: this.moment };
  }

  private passed(): void {
    this.moment++;
    this.events.push({ snapshot: { ...this.processor.snapshot(), charge: null }, moment: this.moment });
  }

  async happen(step: Step): Promise<void> {
    await this.scheduler.schedule(Promise.resolve(), `outside: ${fc.stringify(step)}`);
    if (step.kind === "confirm") this.processor.confirm(step.result);
    else if (step.kind === "cancel") this.processor.cancel();
    else if (this.processor.failRefund(step.nth)) this.refundFailed = true;
    this.passed();
  }

  async follow(name: string, job: Job): Promise<void> {
    const read = await this.call(`${name} reads`, () => this.ledger);
    const event = job.kind === "event" ? this.events[job.nth % this.events.length] : undefined;
    const known = "wish" in job ? await this.operate(name, job, read) : undefined;
    const fetch = async (current: Payment) =>
      event && isConclusive(current, event.snapshot)
        ? event
        : this.call(`${name} fetches`, () => this.facts());
    let used = known ?? { moment: 0 };
    const write = (current: Payment, facts: Facts) => {
      used = facts;
      return this.call(`${name} writes`, () => this.write(current, facts));
    };
    const readAgain = () => this.call(`${name} reads again`, () => this.ledger);
    const answered = await sync(read, { fetch, write, readAgain, tooFast: "" }, known).catch(tooFast);
    if (answered) this.answeredFrom = Math.max(this.answeredFrom, used.moment);
  }

  /** As the flows do: decide by what was read, and let the processor judge. undefined: it rejected. */
  private operate(name: string, job: Extract<Job, { wish: unknown }>, read: Payment) {
    return this.call(`${name}: ${job.kind} ${job.wish}`, () => {
      const now = { ...read, ...projectIntent(this.processor.snapshot()) };
      const informed = isDeepStrictEqual(now, read);
      const { decided, accepted } = (job.kind === "capture" ? capture : refund)(
        this.processor,
        read,
        job.wish,
      );
      // A follower that knows what the processor knows must decide as it does; one that lags behind is judged by it.
      if (informed) expect(accepted).toBe(decided);
      if (!accepted) return undefined;
      this.passed();
      return this.facts();
    });
  }

  private write(read: Payment, { snapshot, moment }: Facts): Payment | undefined {
    const before = this.ledger;
    const written = this.writeRule(before, read, projectIntent(snapshot));
    if (!written) return undefined;
    this.ledger = written;
    expect(moment, "an older picture than one that was answered before").toBeGreaterThanOrEqual(
      this.answeredFrom,
    );
    checkMove(before, written, this.refundFailed);
    return written;
  }

  /** Once nothing happens any more, one more look makes them equal. */
  async checkEnd(): Promise<void> {
    await this.follow("the last", { kind: "refresh" });
    expect(this.ledger).toMatchObject(projectIntent(this.processor.snapshot()));
  }
}

/** The storm that ends in a 503: nothing was answered. */
function tooFast(error: unknown): undefined {
  if (!isFailure(error, "service_unavailable")) throw error;
}

function capture(processor: ProcessorModel, payment: Payment, wish = payment.orderedCents) {
  const decision = decideCapture(payment, wish);
  const isDecided = !isFailure(decision) && decision.kind === "capture";
  const feeCents = isDecided ? decision.applicationFeeCents : 0;
  return { decided: isDecided, accepted: processor.capture(wish, feeCents) };
}

function refund(processor: ProcessorModel, payment: Payment, wish?: number) {
  const decision = decideRefund(payment, { amountCents: wish });
  const cents = isFailure(decision) ? (wish ?? 1) : decision.amountCents;
  return { decided: !isFailure(decision), accepted: processor.refund(cents) };
}

const isPaid = ({ status }: Payment) => ["succeeded", "partially_refunded", "refunded"].includes(status);

function checkMove(before: Payment, ledger: Payment, refundFailed: boolean): void {
  expect(ledger.amountCents).toBeLessThanOrEqual(ledger.orderedCents);
  expect(ledger.refundedCents).toBeGreaterThanOrEqual(0);
  expect(ledger.refundedCents).toBeLessThanOrEqual(isPaid(ledger) ? ledger.amountCents : 0);
  if (before.status === "canceled") expect(ledger).toEqual({ ...before, version: ledger.version });
  if (isPaid(before)) expect(isPaid(ledger)).toBe(true);
  if (isPaid(before)) expect(ledger.amountCents).toBe(before.amountCents);
  if (refundFailed) return;
  expect(ledger.refundedCents).toBeGreaterThanOrEqual(before.refundedCents);
  if (before.status === "refunded") expect(ledger.status).toBe("refunded");
}

const orders = fc.record({
  authorizedCents: fc.integer({ min: 50, max: 1000 }),
  captureMethod: fc.constantFrom("automatic" as const, "manual" as const),
  feeCents: fc.nat(49),
});
type Order = { authorizedCents: number; captureMethod: "automatic" | "manual"; feeCents: number };

const job: fc.Arbitrary<Job> = fc.oneof(
  fc.constant({ kind: "refresh" as const }),
  fc.record({ kind: fc.constant("event" as const), nth: fc.nat(99) }),
  fc.record({
    kind: fc.constantFrom("capture" as const, "refund" as const),
    wish: fc.option(fc.integer({ min: 1, max: 1200 }), { nil: undefined }),
  }),
);
const jobs = fc.array(job, { minLength: 1, maxLength: 8, size: "max" });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("confirm" as const),
      result: fc.constantFrom("paid" as const, "declined" as const, "processing" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("refund fails" as const), nth: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "cancel" as const }) },
);
const steps = fc.array(step, { minLength: 1, maxLength: 10, size: "max" });

const inTurn = async <T>(items: T[], take: (item: T) => Promise<void>) => {
  for (const item of items) await take(item);
};

const followingWith = (writeRule: Write) =>
  fc.asyncProperty(
    orders,
    fc.tuple(jobs, jobs, jobs),
    steps,
    fc.scheduler(),
    async (order, [a, b, c], outside, scheduler) => {
      const world = new World(order, scheduler, writeRule);
      await scheduler.waitFor(
        Promise.all([
          inTurn(outside, (one) => world.happen(one)),
          inTurn(a, (one) => world.follow("a", one)),
          inTurn(b, (one) => world.follow("b", one)),
          inTurn(c, (one) => world.follow("c", one)),
        ]),
      );
      await scheduler.waitFor(world.checkEnd());
    },
  );

it("never shows more captured than authorized, more refunded than captured, or a newer picture undone", async () => {
  await fc.assert(followingWith(onTheVersionRead), { numRuns: 400 });
});

it.each([
  ["skips writes that change nothing", skippingUnchanged],
  ["writes without looking at the version", onAnyVersion],
])("notices a ledger that %s", async (_, fault) => {
  const { failed, errorInstance } = await fc.check(followingWith(fault), {
    numRuns: 3_000,
    endOnFailure: true,
  });
  expect(failed).toBe(true);
  expect(errorInstance).toMatchObject({ name: "AssertionError" });
});
