import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decideCapture } from "../../../shared/domain/capture.ts";
import { type IntentSnapshot, type Payment, projectIntent } from "../../../shared/domain/payment.ts";
import { speaksForItself } from "../../../shared/domain/payment-event.ts";
import { decideRefund } from "../../../shared/domain/refund.ts";
import { aPayment } from "../../support/payments.ts";
import { ProcessorModel } from "./processor-model.ts";

/**
 * Three requests or events at a time follow one payment, each in the order of the flows: read the ledger, ask the
 * processor, write on the version that was read. fast-check interleaves their steps, repeats them, and lets the
 * buyer, the bank and the dashboard act in between.
 */
type Follower = { payment: Payment; answer?: IntentSnapshot };
type World = {
  processor: ProcessorModel;
  ledger: Payment;
  followers: [Follower, Follower, Follower];
  /** What events carry: the intent after every step, without its charge. They may arrive late, twice or never. */
  events: IntentSnapshot[];
  refundFailed: boolean;
};
/** Named, so that a counterexample can be read. */
type Step = { name: string; take: (world: World) => void };

const followers = fc.constantFrom(0 as const, 1 as const, 2 as const);
const wishes = fc.option(fc.integer({ min: 1, max: 1200 }), { nil: undefined });

const outside: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom("paid" as const, "declined" as const, "processing" as const).map((result) => ({
    name: `buyer: ${result}`,
    take: ({ processor }: World) => processor.confirm(result),
  })),
  fc.nat(3).map((nth) => ({
    name: `bank: refund ${nth} fails`,
    take: (world: World) => {
      if (world.processor.failRefund(nth)) world.refundFailed = true;
    },
  })),
  fc.constant({ name: "dashboard: cancel", take: ({ processor }: World) => processor.cancel() }),
);

const following: fc.Arbitrary<Step> = fc.oneof(
  followers.map((by) => ({
    name: `${by} reads`,
    take: (world: World) => {
      world.followers[by] = { payment: world.ledger };
    },
  })),
  followers.map((by) => ({
    name: `${by} asks`,
    take: ({ followers, processor }: World) => {
      followers[by].answer = processor.snapshot();
    },
  })),
  fc.record({ by: followers, nth: fc.nat(99) }).map(({ by, nth }) => ({
    name: `${by} gets event ${nth}`,
    take: ({ followers, ledger, processor, events }: World) => {
      const event = events[nth % events.length] ?? processor.snapshot();
      followers[by] = {
        payment: ledger,
        answer: speaksForItself(ledger, event) ? event : processor.snapshot(),
      };
    },
  })),
  followers.map((by) => ({
    name: `${by} writes`,
    take: (world: World) => write(world, world.followers[by]),
  })),
);

const operating: fc.Arbitrary<Step> = fc
  .record({ by: followers, wish: wishes, operate: fc.constantFrom(capture, refund) })
  .map(({ by, wish, operate }) => ({
    name: `${by}: ${operate.name} ${wish}`,
    take: ({ processor, followers }) => {
      const follower = followers[by];
      const now = { ...follower.payment, ...projectIntent(processor.snapshot()) };
      const informed = isDeepStrictEqual(now, follower.payment);
      const { decided, accepted } = operate(processor, follower.payment, wish);
      // Whoever knows what the processor knows must decide as it does; who lags behind is judged by it.
      if (informed) expect(accepted).toBe(decided);
      if (accepted) follower.answer = processor.snapshot();
    },
  }));

function write(world: World, { payment, answer }: Follower): void {
  if (!answer || payment.version !== world.ledger.version) return;
  const written = { ...world.ledger, ...projectIntent(answer) };
  if (isDeepStrictEqual(written, world.ledger)) return;
  world.ledger = { ...written, version: payment.version + 1 };
}

function capture(processor: ProcessorModel, payment: Payment, wish = payment.authorizedCents) {
  const decision = decideCapture(payment, wish);
  const feeCents = decision.kind === "capture" ? decision.applicationFeeCents : 0;
  return { decided: decision.kind === "capture", accepted: processor.capture(wish, feeCents) };
}

function refund(processor: ProcessorModel, payment: Payment, wish?: number) {
  const decision = decideRefund(payment, wish);
  const cents = decision.kind === "refund" ? decision.amountCents : (wish ?? 1);
  return { decided: decision.kind === "refund", accepted: processor.refund(cents) };
}

const isPaid = ({ status }: Payment) => ["succeeded", "partially_refunded", "refunded"].includes(status);

function check(before: Payment, { ledger, refundFailed }: World): void {
  expect(ledger.amountCents).toBeLessThanOrEqual(ledger.authorizedCents);
  expect(ledger.refundedCents).toBeGreaterThanOrEqual(0);
  expect(ledger.refundedCents).toBeLessThanOrEqual(isPaid(ledger) ? ledger.amountCents : 0);
  if (before.status === "canceled") expect(ledger).toEqual(before);
  if (isPaid(before)) expect(isPaid(ledger)).toBe(true);
  if (isPaid(before)) expect(ledger.amountCents).toBe(before.amountCents);
  if (refundFailed) return;
  expect(ledger.refundedCents).toBeGreaterThanOrEqual(before.refundedCents);
  if (before.status === "refunded") expect(ledger.status).toBe("refunded");
}

it("never shows more captured than authorised, more refunded than captured, or a final status undone", () => {
  const orders = fc.record({
    authorizedCents: fc.integer({ min: 50, max: 1000 }),
    captureMethod: fc.constantFrom("automatic" as const, "manual" as const),
    feeCents: fc.nat(49),
  });
  const steps = fc.array(
    fc.oneof(
      { weight: 2, arbitrary: outside },
      { weight: 5, arbitrary: following },
      { weight: 3, arbitrary: operating },
    ),
    { minLength: 10, maxLength: 80, size: "max" },
  );
  fc.assert(
    fc.property(orders, steps, (order, taken) => {
      const processor = new ProcessorModel(order);
      const ledger = aPayment({ ...order, ...projectIntent(processor.snapshot()) });
      const payment = ledger;
      const world: World = {
        processor,
        ledger,
        followers: [{ payment }, { payment }, { payment }],
        events: [],
        refundFailed: false,
      };
      for (const step of taken) {
        const before = world.ledger;
        step.take(world);
        check(before, world);
        world.events.push({ ...processor.snapshot(), charge: null });
      }
    }),
    { numRuns: 1_000 },
  );
});
