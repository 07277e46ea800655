import { randomBytes } from "node:crypto";
import { headlineOf } from "../../../shared/domain/payments/headline.ts";
import { methodText, worded } from "../../../shared/domain/payments/method-words.ts";
import { isoTime } from "../../../shared/domain/time.ts";
import type { ShopAction } from "./after-payment.ts";
import { confirmIntent, confirmSetup } from "./ask-processor.ts";
import { askService, ServiceRejection } from "./ask-service.ts";
import type { CreatedPayment, StartedSetup } from "./created-payment.ts";
import {
  type Attempt,
  type ChargedAgain,
  type Day,
  LAST_ATTEMPT,
  type Order,
  type Receipt,
} from "./order.ts";
import type { CallbackLog, ShopOwner } from "./shop-owner.ts";
import { workTill } from "./till.ts";
import type { TillState, TillStep } from "./till-steps.ts";
import type { WayToPay } from "./ways-to-pay.ts";

const PRICE_CENTS = 4999;

type ListedPayment = Omit<Parameters<typeof headlineOf>[0], "wasDeclined"> & {
  svcPaymentId: string;
  lastDecline: string | null;
};

/** A stop of the clock may take ten seconds, and a day has some thirty; usually all take a few. */
const LONGEST_DAY_MS = 300_000;

const WHY_NOT: Record<number, string | undefined> = {
  409: "It is being advanced already. Wait until that is done.",
  504: "It takes longer than five minutes. Check the console.",
};

/**
 * The only part of the shop that has the API key. It stores nothing: an order's payment is found by the order, and
 * creating it again under the order's key repeats the first answer.
 */
export class ShopServer {
  private readonly owner: ShopOwner;
  private readonly callbacks: CallbackLog;

  constructor(owner: ShopOwner, callbacks: CallbackLog) {
    this.owner = owner;
    this.callbacks = callbacks;
  }

  /** The order's kind is in its reference: nothing else is stored. */
  async createOrder(kind: "shop" | "hold" | "save"): Promise<Order> {
    const orderRef = `${kind}-${randomBytes(6).toString("hex")}`;
    const { svcPaymentId } = await this.createPayment(orderRef);
    const { isDown: isServerDown } = this.callbacks;
    const status = "requires_payment_method";
    return { orderRef, svcPaymentId, status, headline: status, isServerDown, callbacks: [] };
  }

  /** Under a key of the order's, so that a second click does nothing. */
  async actOn({ orderRef, svcPaymentId }: Order, { name }: ShopAction): Promise<void> {
    const options = { body: {}, key: `${orderRef}-${name}` };
    await askService(this.owner, "POST", `/v1/payments/${svcPaymentId}/${name}`, options);
  }

  setDown(isDown: boolean): void {
    this.callbacks.isDown = isDown;
  }

  /** The eight attempts of a callback take about 23 hours. A second click meanwhile is rejected. */
  async passDay(): Promise<Day> {
    const startMs = Date.now();
    const answer = await fetch(`${this.owner.processorUrl}/_simulator/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advanceSeconds: 25 * 3600 }),
      signal: AbortSignal.timeout(LONGEST_DAY_MS),
    }).catch(() => undefined);
    const status = answer?.status ?? 504;
    if (!answer?.ok)
      throw new ServiceRejection(status, {
        title: "Could not advance the clock",
        detail: WHY_NOT[status] ?? "",
      });
    const isOfDay = ({ receivedAt }: { receivedAt: string }) => Date.parse(receivedAt) >= startMs;
    const rejected = this.callbacks.rejected.filter(isOfDay);
    const retries = [...rejected, ...this.callbacks.list().filter(isOfDay)].filter(
      ({ attempt }) => attempt !== "1",
    ).length;
    const failed = rejected.filter(({ attempt }) => attempt === LAST_ATTEMPT).length;
    return { now: isoTime(Date.now()), retries, failed };
  }

  async findOrder(orderRef: string): Promise<Order | undefined> {
    // In this order: a payment is never behind a callback about it.
    const received = this.callbacks.list();
    const rejected = new Set(this.callbacks.rejected);
    const path = `/v1/payments?${new URLSearchParams({ orderRef, include: "delivery" })}`;
    const [payment] = await askService<ListedPayment[]>(this.owner, "GET", path);
    if (!payment) return undefined;
    const { svcPaymentId, status } = payment;
    const callbacks = [...rejected, ...received]
      .filter((callback) => callback.svcPaymentId === svcPaymentId)
      .map((callback) => {
        const { eventId, type, attempt, receivedAt } = callback;
        return { eventId, type, attempt, receivedAt, isRejected: rejected.has(callback) };
      })
      .sort((one, other) => Date.parse(one.receivedAt) - Date.parse(other.receivedAt));
    const headline = headlineOf({ ...payment, wasDeclined: payment.lastDecline !== null });
    return { orderRef, svcPaymentId, status, headline, isServerDown: this.callbacks.isDown, callbacks };
  }

  /** The service asks the processor for it each time, so the page asks once. */
  async findReceipt({ svcPaymentId }: Order): Promise<Receipt> {
    const path = `/v1/payments/${svcPaymentId}/details`;
    const { method } = await askService<{ method: PaidWith | null }>(this.owner, "GET", path);
    const words = [methodText(method), worded(method?.wallet ?? "")].filter(Boolean);
    return { paidWith: words.join(", ") || "Not known yet" };
  }

  async payOrder({ orderRef }: Order, way: WayToPay): Promise<Attempt> {
    return confirmIntent(this.owner, await this.createPayment(orderRef), way.paymentMethod);
  }

  async workTill({ orderRef }: Order, step: TillStep["name"] | "look"): Promise<TillState> {
    return workTill(this.owner, await this.createPayment(orderRef), step);
  }

  /** One further payment of an order's customer: it is charged once, however often this is asked for. */
  async chargeAgain({ orderRef }: Order, which: "saved" | "declined"): Promise<ChargedAgain> {
    const again = orderRef.replace(/^\w+-/, "again-");
    const { svcPaymentId } = await this.createPayment(again);
    const customer = await this.customerOf(again);
    if (which === "declined") await this.saveDeclinedCard(customer);
    const path = `/v1/customers/${customer}/payment-methods`;
    const methods = await askService<{ paymentMethodId: string }[]>(this.owner, "GET", path);
    // The newest first.
    const { paymentMethodId } = methods.at(which === "saved" ? -1 : 0) ?? {};
    const options = { body: { paymentMethodId }, key: `${again}-${which}` };
    const attempt = await askService(this.owner, "POST", `/v1/payments/${svcPaymentId}/charge`, options).then(
      (): Attempt => ({ outcome: "accepted", status: "succeeded" }),
      (error: unknown): Attempt => {
        if (error instanceof ServiceRejection && error.status === 402)
          return { outcome: "declined", message: error.message };
        throw error;
      },
    );
    const order = await this.findOrder(again);
    if (!order) throw new Error("The second payment is not listed.");
    return { order, attempt };
  }

  private async saveDeclinedCard(customer: string): Promise<void> {
    const path = `/v1/customers/${customer}/setup`;
    const setup = await askService<StartedSetup>(this.owner, "POST", path, { body: {} });
    await confirmSetup(this.owner, setup, "pm_card_chargeCustomerFail");
  }

  /** Made once under the order's key, which both of its payments share. */
  private async customerOf(orderRef: string): Promise<string> {
    const customerRef = orderRef.replace(/^\w+-/, "customer-");
    const made = { body: { customerRef }, key: customerRef };
    return (await askService<{ customerId: string }>(this.owner, "POST", "/v1/customers", made)).customerId;
  }

  private async createPayment(orderRef: string): Promise<CreatedPayment> {
    const isHold = orderRef.startsWith("hold-");
    const isSaved = orderRef.startsWith("save-");
    const hasCustomer = isSaved || orderRef.startsWith("again-");
    const body = {
      amountCents: PRICE_CENTS,
      orderRef,
      description: "A lamp",
      ...(hasCustomer && { customerRef: await this.customerOf(orderRef) }),
      ...(isSaved && { savePaymentMethod: "off_session" }),
      ...(isHold && { captureMethod: "manual" }),
      ...(isHold || hasCustomer
        ? { paymentMethodTypes: ["card"] }
        : { paymentMethodTypes: ["card", "us_bank_account", "card_present", "link", "klarna"] }),
    };
    return askService(this.owner, "POST", "/v1/payments/intents", { body, key: orderRef });
  }
}

/** What the service's details say of the payment method. */
type PaidWith = { type: string; brand: string | null; last4: string | null; wallet: string | null };
