import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type Stripe from "stripe";
import type { Sandbox } from "./open-sandbox.ts";

const POLL_MS = 250;
/** What becomes of a refund or a dispute in the sandbox takes seconds. */
const PATIENCE_SECONDS = 60;
const AMOUNT = 1000;
const FEE = 100;

/** Sells in an account of the sandbox, by direct charges with a fee, as the service does. */
export class Seller {
  readonly stripe: Stripe;
  readonly options: { stripeAccount: string };
  private readonly lesser: Stripe | undefined;

  constructor({ stripe, restricted, accountId }: Sandbox & { accountId: string }) {
    this.stripe = stripe;
    this.lesser = restricted;
    this.options = { stripeAccount: accountId };
  }

  get restricted(): Stripe {
    if (this.lesser) return this.lesser;
    throw new Error(
      "Set SANDBOX_RESTRICTED_KEY to a key with the rights of going-live.md, but application_fee to read only.",
    );
  }

  create(given: Partial<Stripe.PaymentIntentCreateParams> = {}) {
    const order = { amount: AMOUNT, currency: "usd", allowed_payment_method_types: ["card"] };
    // As the service does: with the processor's default, fee and balance line come a moment after the charge.
    const capture_method = "automatic" as const;
    const parameters = { ...order, capture_method, application_fee_amount: FEE, ...given };
    const options = { ...this.options, idempotencyKey: randomUUID() };
    return this.stripe.paymentIntents.create(parameters, options);
  }

  /** A sale that is paid, or held, at once by one of the processor's test cards. */
  sell(payment_method: string, given: Partial<Stripe.PaymentIntentCreateParams> = {}) {
    return this.create({ confirm: true, payment_method, ...given });
  }

  refund({ id: payment_intent }: Stripe.PaymentIntent) {
    const parameters = { payment_intent, refund_application_fee: true };
    return this.stripe.refunds.create(parameters, { ...this.options, idempotencyKey: randomUUID() });
  }

  /** A debit of a US bank account, which is paid or fails a moment later. */
  async debit(payment_method: string, given: Partial<Stripe.PaymentIntentCreateParams> = {}) {
    const online = { ip_address: "127.0.0.1", user_agent: "smoke" };
    const { id } = await this.sell(payment_method, {
      allowed_payment_method_types: ["us_bank_account"],
      mandate_data: { customer_acceptance: { type: "online", online } },
      ...given,
    });
    return this.eventually("the bank's answer", async () => {
      const intent = await this.stripe.paymentIntents.retrieve(id, {}, this.options);
      return intent.status === "processing" ? undefined : intent;
    });
  }

  async chargeOf(intent: Stripe.PaymentIntent): Promise<Stripe.Charge> {
    const { id } = intent;
    const { latest_charge } = await this.stripe.paymentIntents.retrieve(
      id,
      { expand: ["latest_charge"] },
      this.options,
    );
    return latest_charge as Stripe.Charge;
  }

  /** Fees are the platform's: no account is named. Made a moment after the charge. */
  async feeOf(intent: Stripe.PaymentIntent): Promise<Stripe.ApplicationFee> {
    const charge = await this.chargeOf(intent);
    return this.eventually("the fee", async () => {
      const { data } = await this.stripe.applicationFees.list({ charge: charge.id, limit: 1 });
      return data[0];
    });
  }

  /** Waits for what comes by itself; in a sandbox that takes seconds. */
  async eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + PATIENCE_SECONDS * 1000;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`${what} did not come within ${PATIENCE_SECONDS} s`);
      await pause(POLL_MS);
    }
  }
}
