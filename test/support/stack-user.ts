import type { Demo } from "../../infra/local/demo.ts";
import { MerchantApi, type Reply } from "./api.ts";

type Told = { eventId: string; type: string; attempt: string; verified: boolean; body: unknown };

/** The demo merchant, its buyers, and who moves the clock: of a local stack they know only what demo.json says. */
export class StackUser {
  readonly demo: Demo;
  readonly api: MerchantApi;

  constructor(demo: Demo) {
    this.demo = demo;
    this.api = new MerchantApi(demo.baseUrl, demo.apiKey);
  }

  /** Pays as the buyer's browser does: with the publishable key and the payment's own secret, at the processor. */
  async confirm(
    { json }: Pick<Reply, "json">,
    paymentMethod = "pm_card_visa",
  ): Promise<{ status: number; code?: string }> {
    const intent = String(json.processorPaymentIntentId);
    const answer = await fetch(`${this.demo.processorUrl}/v1/payment_intents/${intent}/confirm`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${this.demo.publishableKey}`,
        "Stripe-Account": String(json.connectedAccountId),
      },
      body: new URLSearchParams({
        client_secret: String(json.clientSecret),
        payment_method: paymentMethod,
        return_url: "https://shop.example/return",
      }),
    });
    const { error } = (await answer.json()) as { error?: { code: string } };
    return { status: answer.status, ...(error && { code: error.code }) };
  }

  /** What time it is there. */
  async now(): Promise<number> {
    const answer = await fetch(`${this.demo.processorUrl}/_simulator/clock`);
    return Date.parse(((await answer.json()) as { now: string }).now);
  }

  /** Lets time pass there: what is due in between has happened when this ends. */
  async letPass(advanceSeconds: number): Promise<void> {
    const body = JSON.stringify({ advanceSeconds });
    const answer = await fetch(`${this.demo.processorUrl}/_simulator/clock`, { method: "POST", body });
    const { restless } = (await answer.json()) as { restless?: object[] };
    if (restless?.length !== 0) throw new Error(`It did not come to rest: ${JSON.stringify(restless)}`);
  }

  /** What the demo merchant was told. */
  async callbacks(): Promise<Told[]> {
    const answer = await fetch(this.demo.callbackUrl);
    return (await answer.json()) as Told[];
  }
}
