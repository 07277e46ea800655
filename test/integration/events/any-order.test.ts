import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type Stripe from "stripe";
import { beforeAll, expect, it } from "vitest";
import { renderEvent } from "../../../shared/flows/deliveries/render-event.ts";
import { findEvent } from "../../../shared/ledger/events.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { useService, useShop } from "../../support/use-service.ts";

/*
 * The receiver of integrating.md follows two rules. Whatever order a payment's callbacks arrive in, however often and
 * however late each was rendered, it ends with the payment as it is, and has acted on each event once.
 */
const service = useService({ muted: true });
const shop = useShop(service);

type Body = { id: string; type: string; payment: { svcPaymentId: string; version: number; status: string } };
type Receiver = {
  payments: Map<string, Body["payment"]>;
  seen: Set<string>;
  act: (type: string, event: Body) => void;
};

let receive: (event: Body, receiver: Receiver) => void;
beforeAll(async () => {
  const page = readFileSync(new URL("../../../shared/contract/integrating.md", import.meta.url), "utf8");
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  expect(code.trim().split("\n").length).toBeLessThanOrEqual(20);
  ({ receive } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
});

/** What a receiver has in the end that heard of these, in this order. */
function heard(bodies: Body[]) {
  const acted: string[] = [];
  const receiver: Receiver = {
    payments: new Map(),
    seen: new Set(),
    act: (_, { id }) => acted.push(id),
  };
  for (const body of bodies) receive(body, receiver);
  return { payment: [...receiver.payments.values()][0], acted: acted.toSorted() };
}

function* permutations<T>(items: T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [place, item] of items.entries())
    for (const rest of permutations(items.toSpliced(place, 1))) yield [item, ...rest];
}

/** Every event's body as it would be rendered now. */
async function renderedNow(events: Stripe.Event[]): Promise<Body[]> {
  const merchant = await getMerchant(shop.merchantId);
  return Promise.all(
    events.map(async ({ id }) => {
      const record = await findEvent(id);
      const rendered = record && (await renderEvent(record, { payload: "service" }, merchant));
      if (rendered?.kind !== "rendered") throw new Error(`${id}: ${rendered?.kind}`);
      return JSON.parse(Buffer.from(rendered.body).toString());
    }),
  );
}

/** A payment that is declined, paid, refunded in part and disputed, and the processor's event of each step. */
async function story() {
  await shop.api.setEndpoint({ url: shop.receiver.url, payload: "service" });
  await shop.api.onEndpoint("disable", {});
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  const { svcPaymentId, processorPaymentIntentId: intent, connectedAccountId } = created.json;
  const stripeAccount = String(connectedAccountId);
  await service.confirm(created, "pm_card_chargeDeclined", stripeAccount).catch(() => undefined);
  const tell = async (type: string) => {
    const found = (await service.eventsOf(intent, stripeAccount)).find((event) => event.type === type);
    if (!found) throw new Error(`no ${type}`);
    expect((await service.webhook(found)).status).toBe(200);
    return found;
  };
  return { created, id: String(svcPaymentId), intent: String(intent), stripeAccount, tell };
}

async function toldStory() {
  const { created, id, intent, stripeAccount, tell } = await story();
  const events: Stripe.Event[] = [];
  const pictures: Body[][] = [];
  const step = async (type: string) => {
    events.push(await tell(type));
    pictures.push(await renderedNow(events));
  };
  await step("payment_intent.payment_failed");
  await service.confirm(created, "pm_card_createDisputeInquiry", stripeAccount);
  await step("payment_intent.succeeded");
  await service.stripe.refunds.create({ payment_intent: intent, amount: 400 }, { stripeAccount });
  await step("charge.refunded");
  await step("charge.dispute.created");
  return { id, stripeAccount, events, pictures };
}

it("13: every permutation of a payment's callbacks, with retries and a redelivery of the first after the last, ends alike", async () => {
  const { id, events, pictures } = await toldStory();
  const final = pictures.at(-1)?.[0]?.payment;
  expect(final).toMatchObject({ svcPaymentId: id, status: "partially_refunded" });
  const random = seededRandom(24);
  const ids = events.map((event) => event.id).toSorted();
  let count = 0;
  // Each event once, the second one twice, and the first one again at the very end of the story.
  const arrivals = [0, 1, 1, 2, 3];
  for (const order of permutations(arrivals)) {
    const bodies = order.map((event) => {
      // Rendered at some moment after it was applied; the last change's own event can only have been rendered since.
      const moments = pictures.slice(event);
      const moment = moments[Math.floor(random() * moments.length)];
      return moment?.[event] as Body;
    });
    const end = heard([...bodies, pictures.at(-1)?.[0] as Body]);
    expect(end).toEqual({ payment: final, acted: ids });
    expect(heard(bodies)).toEqual({ payment: final, acted: ids });
    count++;
  }
  expect(count).toBe(120);
});
