import type { Attempt, Order } from "../order.ts";
import { AGREEMENT, WAYS_TO_PAY } from "../ways-to-pay.ts";
import { ask } from "./ask.ts";
import { element, entry, show } from "./elements.ts";
import { Follower } from "./follower.ts";

/** The shop in the buyer's browser. It knows no key: the shop's server calls the service and the processor. */
const BUYABLE = ["requires_payment_method", "requires_confirmation"];

let order: Order | undefined;
/** What the processor said last: it knows sooner than the service. */
let latestStatus: string | undefined;
const told = new Set<string>();
const follower = new Follower((latest) => update(latest));

async function buy(): Promise<void> {
  order = await ask<Order>("POST", "/demo/shop/orders");
  latestStatus = undefined;
  told.clear();
  follower.stop();
  element("entries").replaceChildren();
  element("console").setAttribute("href", `/?to=payments/${encodeURIComponent(order.svcPaymentId)}`);
  entry("Shop's server", `created the payment ${order.svcPaymentId} with its API key.`);
  show("story", true);
  update(order);
  element("how").focus();
}

async function pay(name: string): Promise<void> {
  const way = [...WAYS_TO_PAY, AGREEMENT].find((one) => one.name === name);
  if (!order || !way) return;
  const { outcome, message, status } = await ask<Attempt>(
    "POST",
    `/demo/shop/orders/${order.orderRef}/pay`,
    name,
  );
  const who = name === "reader" ? "Card reader" : "Buyer's browser";
  entry(
    who,
    outcome === "accepted" ? `asked the processor to pay: ${status}.` : `was turned away: ${message}`,
  );
  if (outcome !== "refused") follower.expect(order, way);
  latestStatus = status;
  update(await ask<Order>("GET", `/demo/shop/orders/${order.orderRef}`));
  element(element("agreeing").hidden ? "happened" : "bank").focus();
}

/** What is true now, and what was not told yet. */
function update(latest: Order): void {
  order = latest;
  follower.take(latest);
  element("status").textContent = latest.status;
  document.body.classList.toggle("paid", latest.status === "succeeded");
  for (const { eventId, type, attempt } of latest.callbacks) {
    if (told.has(eventId)) continue;
    told.add(eventId);
    entry("Shop's server", `received the callback ${type}, attempt ${attempt}; its signature is right.`);
  }
  const status = latestStatus ?? latest.status;
  show("paying", BUYABLE.includes(status));
  show("agreeing", status === "requires_action");
  show("waiting", follower.isWaiting);
}

/** One thing at a time; what went wrong is said. */
async function act(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  if (document.body.ariaBusy === "true") return;
  document.body.ariaBusy = "true";
  show("trouble", false);
  try {
    await work();
  } catch (error) {
    element("trouble").textContent = error instanceof Error ? error.message : String(error);
    show("trouble", true);
    button.focus();
  } finally {
    document.body.ariaBusy = "false";
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (!button) return;
  const { way } = button.dataset;
  void act(button, way === undefined ? buy : () => pay(way));
});
