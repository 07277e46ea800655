import type { HttpAnswer } from "../world/functions.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { ApiRequest, Client, Patience } from "./client.ts";

type Created = { svcPaymentId: string; processorPaymentIntentId: string; amountCents: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const CARDS = [
  ["pm_card_visa", 10],
  ["pm_card_chargeDeclined", 2],
  ["pm_card_createDispute", 1],
  ["pm_card_createIssuerFraudRecord", 1],
  ["pm_card_pendingRefund", 1],
  ["pm_card_refundFail", 1],
  ["pm_card_authenticationRequired", 1],
  ["pm_simulator_link", 1],
  ["pm_simulator_klarna", 1],
  ["pm_simulator_afterpay_clearpay", 1],
  ["pm_simulator_paypal", 1],
  ["pm_simulator_cashapp", 1],
] as const;

/** In streams of their own, so that the other orders of a seed stay as they are. */
const RARE = [
  { card: "pm_simulator_affirm", order: {} },
  { card: "pm_simulator_mobilepay", order: { currency: "eur" } },
];

/** The customer agrees on the provider's page, and seldom never comes back from it. */
const isRedirected = (method: string): boolean =>
  method.startsWith("pm_simulator_") && method !== "pm_simulator_link";
const CARD_DRAWS = CARDS.flatMap(([card, weight]) => Array.from({ length: weight }, () => card));

const DEBITS = ["pm_usBankAccount", "pm_usBankAccount_insufficientFunds"] as const;

/** Amounts of refunds differ from each other, so that each can be told among those of the processor. */
let lastAmount = 0;
export const resetAmounts = (): void => {
  lastAmount = 0;
};
export const nextAmount = (): number => 100 + ++lastAmount;

export type Wish = {
  intentId: string;
  accountId: string;
  amountCents: number;
  /** The service has said that it was done. */
  isGranted: boolean;
  /** The service has said that the processor rejects it. */
  isRejected: boolean;
};

/** A keyed capture, and what its client heard in the end. */
export type Capture = {
  svcPaymentId: string;
  body: { amountCents?: number };
  answer: HttpAnswer | undefined;
};

const MAY_DOUBLE = ["client-request-twice", "client-timeout", "freeze"] as const;

/** One order of a shop: a payment is created, perhaps paid, captured, canceled and refunded, by a client of some temper. */
export class PaymentStory {
  /** Refunds that the client wants made at most once each. */
  static wishes: Wish[] = [];
  static captures: Capture[] = [];
  /** Of each key of a caller's own that two of its orders have: since when, and the intents they were answered with. */
  static shared = new Map<string, { since: number; made: string[] }>();
  private readonly simulation: Simulation;
  private readonly client: Client;
  private readonly stranger: Client | undefined;
  private readonly number: number;

  constructor(
    simulation: Simulation,
    client: Client,
    { stranger, number }: { stranger: Client | undefined; number: number },
  ) {
    this.simulation = simulation;
    this.client = client;
    this.stranger = stranger;
    this.number = number;
  }

  async run(): Promise<void> {
    const chance = this.simulation.chance("workload");
    const { clock } = this.simulation;
    const isManual = chance.happens(0.4);
    const isDebit = !isManual && chance.happens(0.2);
    const methods = this.simulation.chance("methods");
    const rare = !isDebit && methods.happens(0.1) ? methods.oneOf(RARE) : undefined;
    const request: ApiRequest = {
      function: "create-payment",
      key: `order-${this.number}`,
      body: {
        amountCents: chance.between(2_000, 90_000),
        ...(isManual && { captureMethod: "manual" }),
        ...(isDebit && { paymentMethodTypes: ["us_bank_account"] }),
        ...(chance.happens(0.3) && { orderRef: `ref-${this.number}` }),
        ...(chance.happens(0.35) && { idempotencyKey: `own-${this.number}` }),
        ...rare?.order,
      },
    };
    const isImpatient = chance.happens(0.15);
    const asksOtherwise = chance.happens(0.15);
    const plan: { card: string; isPaid: boolean } = {
      card: isDebit ? chance.oneOf(DEBITS) : chance.oneOf(CARD_DRAWS),
      isPaid: chance.happens(0.85),
    };
    if (rare) plan.card = rare.card;
    const steps = Array.from({ length: chance.between(0, 3) }, () => chance.number());
    if (!asksOtherwise) void this.orderAgain(request);
    await clock.sleep(chance.between(0, 20 * MINUTE_MS));
    // A client that does not wait for its own first request.
    if (isImpatient) void this.client.send(request);
    const answer = await this.client.persist(request, this.patience());
    if (asksOtherwise) void this.client.send({ ...request, body: { ...request.body, amountCents: 1_999 } });
    if (answer?.statusCode !== 201) return;
    const created = JSON.parse(answer.body) as Created;
    this.noteShared(request, created);
    await this.stareAt(created);
    const isOtherwise = isManual && this.simulation.faults.strikes("other-authorization", 4);
    const authorizedCents = isOtherwise ? this.orderOtherwise(created) : undefined;
    if (plan.isPaid) await this.pay(created, plan.card);
    // A shop that does not wait for its own capture.
    const isHasty = chance.happens(0.4);
    const captured = isManual ? this.captureOrCancel(created, authorizedCents) : undefined;
    if (!isHasty) await captured;
    for (const step of steps) await this.refundOrLook(created, step);
  }

  /** Another process of the shop has the same order, under a header key of its own: the caller's own key is spent once. */
  private async orderAgain(request: ApiRequest): Promise<void> {
    const chance = this.simulation.chance("shared-keys");
    const { idempotencyKey } = request.body as { idempotencyKey?: string };
    if (idempotencyKey === undefined || !chance.happens(0.2)) return;
    PaymentStory.shared.set(idempotencyKey, { since: this.simulation.clock.now, made: [] });
    await this.simulation.clock.sleep(chance.between(0, 40 * MINUTE_MS));
    const answer = await this.client.persist({ ...request, key: `${request.key}-again` }, { tries: 1_000 });
    this.simulation.reach("shared keys");
    if (answer?.statusCode === 201) this.noteShared(request, JSON.parse(answer.body) as Created);
  }

  private noteShared({ body }: ApiRequest, { processorPaymentIntentId }: Created): void {
    const { idempotencyKey = "" } = body as { idempotencyKey?: string };
    PaymentStory.shared.get(idempotencyKey)?.made.push(processorPaymentIntentId);
  }

  private patience(): Patience {
    const chance = this.simulation.chance("workload");
    const draw = chance.number();
    // Where no visit finishes what was begun, a client that comes back after a day must.
    if (this.simulation.faults.exists("sweeps-off") && draw < 0.5)
      return { tries: 1, returnsAfterMs: 25 * HOUR_MS };
    if (draw < 0.7) return { tries: 1_000 };
    const tries = chance.between(1, 3);
    if (draw < 0.8) return { tries };
    return { tries, returnsAfterMs: draw < 0.9 ? HOUR_MS : 25 * HOUR_MS };
  }

  /** Another merchant must find nothing there. */
  private async stareAt({ svcPaymentId }: Created): Promise<void> {
    const { simulation, stranger } = this;
    if (!stranger || !simulation.chance("workload").happens(0.15)) return;
    const looked = await stranger.send({ function: "get-payment", id: svcPaymentId });
    if (looked && looked.statusCode < 300) simulation.violate("I7", `a stranger reads ${svcPaymentId}`);
    const refunded = await stranger.send({ function: "refund-payment", id: svcPaymentId, body: {} });
    if (refunded && refunded.statusCode < 300) simulation.violate("I7", `a stranger refunds ${svcPaymentId}`);
  }

  /** A tip, or an article that is not there: another amount is authorized than was ordered. */
  private orderOtherwise({ processorPaymentIntentId: intentId, amountCents }: Created): number {
    const authorizedCents = amountCents + this.simulation.chance("workload").between(-900, 5_000);
    const amount = String(authorizedCents);
    this.simulation.tell("shop", () => `has ${amount} authorized on ${intentId}`);
    partsOf().processor.ask(
      "POST",
      `/v1/payment_intents/${intentId}`,
      { amount },
      this.client.merchant.accountId,
    );
    return authorizedCents;
  }

  private async pay({ processorPaymentIntentId }: Created, card: string): Promise<void> {
    const { clock } = this.simulation;
    const chance = this.simulation.chance("workload");
    await clock.sleep(chance.between(500, 2 * MINUTE_MS));
    const confirm = (form: Record<string, string>) => {
      this.simulation.tell("buyer", () => `pays ${processorPaymentIntentId} with ${form.payment_method}`);
      const path = `/v1/payment_intents/${processorPaymentIntentId}/confirm`;
      partsOf().processor.ask("POST", path, form, this.client.merchant.accountId);
    };
    const returning = { return_url: "https://shop.example/paid" };
    confirm({ payment_method: card, ...returning });
    const isAsked = card === "pm_card_authenticationRequired" || isRedirected(card);
    if (card === "pm_card_chargeDeclined" || isAsked) {
      // Another card, which the buyer does not confirm at once; or never.
      if (card === "pm_card_chargeDeclined" && chance.happens(0.5)) {
        const path = `/v1/payment_intents/${processorPaymentIntentId}`;
        partsOf().processor.ask(
          "POST",
          path,
          { payment_method: "pm_card_visa" },
          this.client.merchant.accountId,
        );
      }
      await clock.sleep(chance.between(500, MINUTE_MS));
      if (chance.happens(0.15)) return;
      confirm(card === "pm_card_chargeDeclined" ? { payment_method: "pm_card_visa", ...returning } : {});
    }
    await clock.sleep(chance.between(0, 5_000));
  }

  private async captureOrCancel(
    { svcPaymentId, amountCents }: Created,
    authorizedCents: number | undefined,
  ): Promise<void> {
    const chance = this.simulation.chance("workload");
    const isCancel = chance.happens(0.25);
    const key = chance.happens(0.6) ? `after-${this.number}` : undefined;
    const wish: { amountCents?: number } =
      isCancel || chance.happens(0.5) ? {} : { amountCents: amountCents - chance.between(0, 900) };
    // With the tip, to the cent.
    const isAllNamed = !isCancel && authorizedCents && this.simulation.chance("tips").happens(0.5);
    const body = isAllNamed ? { amountCents: authorizedCents } : wish;
    const request = {
      function: isCancel ? "cancel-payment" : "capture-payment",
      id: svcPaymentId,
      body,
      ...(key && { key }),
    };
    if (chance.happens(0.15)) void this.client.send(request);
    const answer = await this.client.persist(request, this.patience());
    if (!isCancel && key) PaymentStory.captures.push({ svcPaymentId, body, answer });
  }

  private async refundOrLook(created: Created, draw: number): Promise<void> {
    const chance = this.simulation.chance("workload");
    await this.simulation.clock.sleep(chance.between(0, 3 * MINUTE_MS));
    if (draw < 0.2) {
      await this.client.send({ function: "get-payment", id: created.svcPaymentId });
      return;
    }
    const first = this.refund(created, draw);
    // Two refunds at once, each with a wish of its own.
    if (chance.happens(0.2)) await this.refund(created, chance.number());
    await first;
  }

  private async refund({ svcPaymentId, processorPaymentIntentId }: Created, draw: number): Promise<void> {
    const chance = this.simulation.chance("workload");
    const isWhole = draw > 0.8;
    const amountCents = nextAmount();
    const key = chance.happens(0.6) ? `refund-${this.number}-${amountCents}` : undefined;
    const { accountId = "" } = this.client.merchant;
    const wish = {
      intentId: processorPaymentIntentId,
      accountId,
      amountCents,
      isGranted: false,
      isRejected: false,
    };
    if (!isWhole) PaymentStory.wishes.push(wish);
    else if (this.simulation.faults.strikes("dashboard-refund", 4))
      partsOf().processor.refundAtDashboard(processorPaymentIntentId, accountId);
    const request = {
      function: "refund-payment",
      id: svcPaymentId,
      body: isWhole ? {} : { amountCents },
      ...(key && { key }),
    };
    const isDoubled = key !== undefined && chance.happens(0.15);
    if (isDoubled) void this.client.send(request);
    const answer = await this.client.persist(request, this.patience());
    wish.isGranted = answer?.statusCode === 200;
    // Where it was sent twice at once, one may be rejected and the other done.
    const isSentOnce = !isDoubled && !MAY_DOUBLE.some((kind) => this.simulation.faults.exists(kind));
    wish.isRejected = isSentOnce && (answer?.body.includes('"code":"processor_rejected"') ?? false);
  }
}
