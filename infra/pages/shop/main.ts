import { HEADLINES } from "../../../shared/domain/payments/headline.ts";
import { CHARGED, HELD, SHOP_ACTIONS } from "../../local/shop/after-payment.ts";
import {
  type Attempt,
  type ChargedAgain,
  type Day,
  LAST_ATTEMPT,
  type Order,
  type Receipt,
} from "../../local/shop/order.ts";
import { TILL_STEPS, type TillState } from "../../local/shop/till-steps.ts";
import { AGREEMENT, WAYS_TO_PAY } from "../../local/shop/ways-to-pay.ts";
import { ask } from "./ask.ts";
import { Follower } from "./follower.ts";

/** The shop in the customer's browser. It knows no key: the shop's server calls the service and the processor. */
const BUYABLE = ["requires_payment_method", "requires_confirmation"];

let order: Order | undefined;
/** The processor knows sooner than the service. */
let latestStatus: string | undefined;
const told = new Set<string>();
const RECEIPT = "receipt";
const follower = new Follower((latest) => update(latest));

async function buy(kind: string): Promise<void> {
  order = await ask<Order>("POST", "/demo/shop/orders", kind);
  latestStatus = undefined;
  told.clear();
  follower.stop();
  element("entries").replaceChildren();
  element("console").setAttribute("href", `/?to=payments/${encodeURIComponent(order.svcPaymentId)}`);
  entry("Shop's server", `created the payment ${order.svcPaymentId} with its API key.`);
  show("story", true);
  show("till", false);
  update(order);
  if (kind === "hold") return pay("card");
  element("how").focus();
}

async function act(name: string): Promise<void> {
  const action = SHOP_ACTIONS.find((one) => one.name === name);
  if (!order || !action) return;
  const latest = await ask<Order>("POST", `/demo/shop/orders/${order.orderRef}/act`, name);
  entry("Shop's server", `requested a ${name}: ${wordOf(latest.status)}.`);
  follower.expect(order, action);
  latestStatus = latest.status;
  update(latest);
  element("happened").focus();
}

/** The customer is away: the shop's server charges the saved card. */
async function chargeAgain(which: string): Promise<void> {
  if (!order) return;
  const path = `/demo/shop/orders/${order.orderRef}/again`;
  const { order: again, attempt } = await ask<ChargedAgain>("POST", path, which);
  if (again.orderRef !== order.orderRef) told.delete(RECEIPT);
  element("console").setAttribute("href", `/?to=payments/${encodeURIComponent(again.svcPaymentId)}`);
  const words =
    attempt.outcome === "accepted" ? "Paid." : `${attempt.message} The customer can pay it below.`;
  entry("Shop's server", `charged a saved card for ${again.svcPaymentId}. ${words}`);
  if (attempt.outcome === "accepted") follower.expect(again, CHARGED);
  latestStatus = undefined;
  update(again);
  element("happened").focus();
}

/** Of an order whose card was saved, and of its second payment until that is paid. */
const isReturning = ({ orderRef }: Order, status: string): boolean =>
  orderRef.startsWith("save-")
    ? status === "succeeded"
    : orderRef.startsWith("again-") && BUYABLE.includes(status);

async function toggleServer(): Promise<void> {
  const isDown = !document.body.classList.contains("down");
  await ask("POST", "/demo/shop/server", isDown ? "down" : "up");
  document.body.classList.toggle("down", isDown);
}

/** Takes some seconds. */
async function passDay(): Promise<void> {
  const said = element("passed");
  said.textContent = "Advancing one day…";
  said.textContent = await ask<Day>("POST", "/demo/shop/day").then(dayText, (error: unknown) => {
    said.textContent = "";
    throw error;
  });
  if (order) update(await ask<Order>("GET", `/demo/shop/orders/${order.orderRef}`));
}

/** Such as: Now Nov 18: 6 retries, 0 failed. */
function dayText({ now, retries, failed }: Day): string {
  const day = new Date(now).toLocaleDateString(undefined, {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
  return `Now ${day}: ${retries} ${retries === 1 ? "retry" : "retries"}, ${failed} failed.`;
}

async function pay(name: string): Promise<void> {
  const way = [...WAYS_TO_PAY, AGREEMENT].find((one) => one.name === name);
  if (!order || !way) return;
  const { outcome, message, status } = await ask<Attempt>(
    "POST",
    `/demo/shop/orders/${order.orderRef}/pay`,
    name,
  );
  entry(
    "Customer",
    outcome === "accepted" ? `confirmed the payment: ${wordOf(status)}.` : `tried to pay. ${message}`,
  );
  const isHold = order.orderRef.startsWith("hold-");
  if (outcome !== "rejected") follower.expect(order, isHold ? HELD : way);
  latestStatus = status;
  update(await ask<Order>("GET", `/demo/shop/orders/${order.orderRef}`));
  element(element("agreeing").hidden ? "happened" : "bank").focus();
}

/** As the console says it. */
const wordOf = (status = ""): string =>
  Object.hasOwn(HEADLINES, status) ? HEADLINES[status as keyof typeof HEADLINES].text : status;

/** Nothing is sent until the cashier sends it. */
async function openTill(): Promise<void> {
  if (!order) return;
  const state = await ask<TillState>("GET", `/demo/shop/orders/${order.orderRef}/till`);
  show("till", true);
  element("tills").focus();
  showReader(state);
}

/** The till stays open: a declined card is followed by another, and a busy reader can be freed. */
async function workTill(name: string): Promise<void> {
  const step = TILL_STEPS.find((one) => one.name === name);
  if (!order || !step) return;
  const path = `/demo/shop/orders/${order.orderRef}/till`;
  const state = await ask<TillState>("POST", path, name).catch(async (error: unknown) => {
    await ask<TillState>("GET", path).then(showReader, () => undefined);
    throw error;
  });
  entry(step.who, step.did);
  if (state.action !== "ready") entry("Reader", `answered: ${state.action}.`);
  if (step.expects.length > 0) follower.expect(order, step);
  update(await ask<Order>("GET", `/demo/shop/orders/${order.orderRef}`));
  // Last: who reads it may press the next button at once, and a click counts only when nothing is being asked.
  showReader(state);
}

/** With what can be done there now. */
function showReader({ reader, action, state }: TillState): void {
  element("reader").textContent = reader;
  element("action").textContent = action;
  const possible = TILL_STEPS.filter(({ when }) => when.includes(state)).map(({ name }) => `${name}`);
  for (const button of document.querySelectorAll<HTMLElement>("[data-till]"))
    (button.closest("li") ?? button).hidden = !possible.includes(button.dataset.till ?? "");
  // The button that was pressed may be gone.
  element("tills").focus();
}

function update(latest: Order): void {
  order = latest;
  follower.take(latest);
  const { text, tone } = HEADLINES[latest.headline];
  element("status").textContent = text;
  element("status").className = tone;
  document.body.classList.toggle("down", latest.isServerDown);
  document.body.classList.toggle("paid", latest.status === "succeeded");
  for (const { eventId, type, attempt, receivedAt, isRejected } of latest.callbacks) {
    const one = `${eventId} ${receivedAt}`;
    if (told.has(one)) continue;
    told.add(one);
    entry(
      "Shop's server",
      isRejected
        ? `answered 503 to the webhook ${type}, attempt ${attempt} of ${LAST_ATTEMPT}.`
        : `received the webhook ${type}, attempt ${attempt}. Its signature is valid.`,
    );
  }
  if (latest.status === "succeeded") void showReceipt(latest);
  const status = latestStatus ?? latest.status;
  show("paying", BUYABLE.includes(status));
  if (!BUYABLE.includes(status)) show("till", false);
  show("agreeing", status === "requires_action");
  const possible = SHOP_ACTIONS.filter(({ when }) => when.includes(status)).map(({ name }) => `${name}`);
  show("returning", isReturning(latest, status));
  show("acting", possible.length > 0);
  for (const button of document.querySelectorAll<HTMLElement>("[data-action]"))
    (button.closest("li") ?? button).hidden = !possible.includes(button.dataset.action ?? "");
  const failed = failedEventOf(latest);
  show("failed", failed !== undefined);
  if (failed) element("resend").setAttribute("href", `/?to=events/${encodeURIComponent(failed)}`);
  show("waiting", follower.isWaiting && !failed);
}

/** The last that is known of one of its webhooks is a failed last attempt. They are in the order of their times. */
function failedEventOf({ callbacks }: Order): string | undefined {
  const last = new Map(callbacks.map((callback) => [callback.eventId, callback]));
  return [...last.values()].find(({ isRejected, attempt }) => isRejected && attempt === LAST_ATTEMPT)
    ?.eventId;
}

/** Once for each order: the service asks the processor for it. */
async function showReceipt({ orderRef }: Order): Promise<void> {
  if (told.has(RECEIPT)) return;
  told.add(RECEIPT);
  const receipt = await ask<Receipt>("GET", `/demo/shop/orders/${orderRef}/receipt`).catch(() => undefined);
  if (order?.orderRef !== orderRef) return;
  if (receipt) entry("Receipt", `USD 49.99, ${receipt.paidWith}.`);
  else told.delete(RECEIPT);
}

async function attempt(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
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
  void attempt(button, () => workOf(button));
});

function workOf(button: HTMLButtonElement): Promise<void> {
  const { way, action, again, till, openTill: isTill, day, server, buy: kind = "shop" } = button.dataset;
  if (isTill !== undefined) return openTill();
  if (till !== undefined) return workTill(till);
  if (way !== undefined) return pay(way);
  if (action !== undefined) return act(action);
  if (again !== undefined) return chargeAgain(again);
  if (server !== undefined) return toggleServer();
  return day === undefined ? buy(kind) : passDay();
}

/** A test of the page's colors puts a copy in its place for a moment. The page goes on meanwhile. */
const { body } = document;

function element(id: string): HTMLElement {
  const found = body.querySelector<HTMLElement>(`#${id}`);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

function show(id: string, visible: boolean): void {
  element(id).hidden = !visible;
}

/** Everything is text. */
function entry(who: string, did: string): void {
  const item = document.createElement("li");
  const name = document.createElement("strong");
  const what = document.createElement("bdi");
  name.textContent = who;
  what.textContent = did;
  item.append(name, " ", what);
  element("entries").append(item);
}
