import type { Order } from "../../local/shop/order.ts";
import { ask } from "./ask.ts";

const EVERY_MS = 2_000;

/** A callback that has not come by then goes elsewhere, or fails: the console says which. */
const MAX_LOOKS = 90;

type Expected = { expects: readonly string[]; endsIn: string };

/** Polls an order while callbacks are still expected, and only while the page is visible. */
export class Follower {
  private readonly onNews: (order: Order) => void;
  private orderRef = "";
  private missing = new Set<string>();
  private endsIn: string | undefined;
  private known = new Set<string>();
  private looks = 0;
  private timer: number | undefined;

  constructor(onNews: (order: Order) => void) {
    this.onNews = onNews;
    document.addEventListener("visibilitychange", () => this.plan());
  }

  get isWaiting(): boolean {
    return this.endsIn !== undefined && this.looks < MAX_LOOKS;
  }

  /** A status, and callbacks other than those that came before: a second card may be declined as the first was. */
  expect({ orderRef, callbacks }: Order, { expects, endsIn }: Expected): void {
    this.orderRef = orderRef;
    this.endsIn = endsIn;
    this.missing = new Set(expects);
    this.known = new Set(callbacks.map(({ eventId }) => eventId));
    this.looks = 0;
    this.plan();
  }

  stop(): void {
    this.endsIn = undefined;
    clearTimeout(this.timer);
  }

  take({ status, callbacks }: Order): void {
    for (const { eventId, type, isRejected } of callbacks)
      if (!isRejected && !this.known.has(eventId)) this.missing.delete(type);
    if (this.missing.size === 0 && status === this.endsIn) this.stop();
  }

  private plan(): void {
    clearTimeout(this.timer);
    if (this.isWaiting && document.visibilityState === "visible")
      this.timer = setTimeout(() => void this.look(), EVERY_MS);
  }

  private async look(): Promise<void> {
    this.looks++;
    const { orderRef } = this;
    const order = await ask<Order>("GET", `/demo/shop/orders/${orderRef}`).catch(() => undefined);
    // Another order may have taken its place.
    if (order && orderRef === this.orderRef && this.endsIn !== undefined) this.onNews(order);
    this.plan();
  }
}
