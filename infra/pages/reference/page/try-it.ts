/** Which ids stand in which paths, and of what. */
const PLACES: [id: RegExp, path: string, name: string][] = [
  [/^svcpay_/, "/v1/payments", "payment"],
  [/^evt_/, "/v1/events", "event"],
  [/^rcv_/, "/v1/event-recoveries", "recovery"],
  [/^po_/, "/v1/payouts", "payout"],
  [/^tmr_/, "/v1/terminal/readers", "reader"],
  [/^pmd_/, "/v1/wallet-domains", "wallet domain"],
  [/^ep_/, "/v1/callback-endpoints", "endpoint"],
  [/^\d{4}-\d\d-\d\d$/, "/v1/statements", "statement"],
  [/^att_/, "/v1/attention", "item that needs attention"],
  [/^cus_/, "/v1/customers", "customer"],
  [/^ses_/, "/v1/console-sessions", "console session"],
];
/** An id that bodies name too. */
const LOCATION_ID = /\btml_\w+/;
const EXAMPLE_LOCATION = "tml_FExample";

/** Operations that work in one state only: the list of what is in it. */
const NEEDED: Record<string, string | undefined> = {
  "/v1/payments/{id}/capture": "/v1/payments?status=requires_capture",
  "/v1/payments/{id}/cancel": "/v1/payments?status=requires_payment_method",
  "/v1/payments/{id}/refund": "/v1/payments?status=succeeded",
  "/v1/events/{id}/redeliver": "/v1/events?delivery=delivered",
};
/** Its body names a payment that a reader can collect, as the shop's are. */
const AT_READER = "/v1/terminal/readers/{id}/process";
/** Its body names an Interac payment, which no button of the shop makes. */
const REFUND_AT_READER = "/v1/terminal/readers/{id}/refund";

const CUSTOMERS = "/v1/customers";
/** Needs an unpaid payment of a customer with a saved method, which its body names. */
const CHARGE = "/v1/payments/{id}/charge";
/** Its method has to be its customer's. */
const SAVED_METHOD = "/v1/customers/{id}/payment-methods/{paymentMethodId}";

/** Takes ids of its own, not those that were created or found last. */
const isParticular = (path = ""): boolean => path in NEEDED || path === CHARGE || path === SAVED_METHOD;

/** Browsers have randomUUID only on https and on this machine. */
function freshKey(): string {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}

const formsOf = (path: string) =>
  document.querySelectorAll<HTMLInputElement>(`form[data-path^="${path}/{"] [data-in=path]`);

for (const field of document.querySelectorAll<HTMLInputElement>("[name=Idempotency-Key]"))
  field.value = freshKey();

/** Sends a form's request with the demo merchant's key, and shows the answer. */
export async function sendFrom(form: HTMLFormElement): Promise<void> {
  const reply = form.querySelector(".reply");
  reply?.replaceChildren("Sending…");
  const block = document.createElement("pre");
  block.textContent = await ask(form).catch((error: unknown) => String(error));
  reply?.replaceChildren(block);
}

async function ask(form: HTMLFormElement): Promise<string> {
  const { method = "GET", path = "" } = form.dataset;
  await fillIn(form, path);
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, value, dataset } of form.querySelectorAll("input")) {
    if (dataset.in === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "" && dataset.in === "query") query.set(name, value);
    else if (value !== "") headers[name] = value;
  }
  const field = form.querySelector("textarea");
  const body = field?.value;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const search = query.size > 0 ? `?${query}` : "";
  const response = await call(filled + search, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const answer = parsed(text);
  if (response.ok) {
    if (path.endsWith("/delete") || (method === "DELETE" && path !== SAVED_METHOD)) forget(path);
    else remember(answer);
    const key = form.querySelector<HTMLInputElement>("[name=Idempotency-Key]");
    if (key) key.value = freshKey();
    // Its object is in another state now: the next click takes another one.
    if (isParticular(path))
      for (const id of form.querySelectorAll<HTMLInputElement>("[data-in=path]")) id.value = "";
    if (field && (path === AT_READER || path === CHARGE)) field.value = field.defaultValue;
  }
  const readable = answer === undefined ? text : JSON.stringify(answer, null, 2);
  return `${response.status} ${response.statusText}\n\n${readable}`;
}

const call = (address: string, { headers, ...request }: RequestInit = {}) =>
  fetch(address, { ...request, headers: { ...headers, "X-Api-Key": document.body.dataset.apiKey ?? "" } });

/** An id that is missing is the newest of its list. */
async function fillIn(form: HTMLFormElement, path: string): Promise<void> {
  await urlFilledIn;
  const body = form.querySelector("textarea");
  if (body?.value.includes(EXAMPLE_LOCATION)) await lookUp("/v1/terminal/locations", LOCATION_ID);
  if (path === REFUND_AT_READER && body?.value === body?.defaultValue)
    throw "There is no Interac payment yet. Enter the ID of one in the body.";
  if (body && path === AT_READER && body.value === body.defaultValue) await nameUnpaid(body);
  const [field, method] = form.querySelectorAll<HTMLInputElement>("[data-in=path]");
  if (method?.value === "" && field) return nameSaved(field, method);
  if (field?.value !== "") return;
  if (body && path === CHARGE) return nameCharged(field, body);
  const place = path.split("/{")[0] ?? "";
  const [id, , name] = PLACES.find(([, of]) => of === place) ?? [/^/, place, "object"];
  const needed = NEEDED[path];
  if (needed) field.value = (await firstIn(needed, id))?.id ?? (await sellFor(needed)) ?? "";
  else if (place === CUSTOMERS) remember(await saveCard());
  else await lookUp(place, id);
  if (field.value === "") throw `There is no ${name} yet. Enter an ID once there is one.`;
}

async function lookUp(list: string, id: RegExp): Promise<void> {
  remember((await firstIn(list, id))?.row);
}

/** The first that has an ID: not all that needs attention can be resolved. */
async function firstIn(list: string, form: RegExp): Promise<{ row: object; id: string } | undefined> {
  for (const row of [await read<object[]>(list)].flat())
    for (const id of Object.values(row)) if (form.test(String(id))) return { row, id };
  return undefined;
}

/** An event that was not delivered may be tried all the same: the answer says why it cannot be sent. */
async function sellFor(list: string): Promise<string | undefined> {
  const [place = "", query] = list.split("?");
  const status = new URLSearchParams(query).get("status");
  return status ? sell(status) : (await firstIn(place, /^evt_/))?.id;
}

async function nameUnpaid(body: HTMLTextAreaElement): Promise<void> {
  const id = await sell("requires_payment_method");
  body.value = body.value.replace(/svcpay_\w+/, id);
}

async function nameSaved(customer: HTMLInputElement, method: HTMLInputElement): Promise<void> {
  const saved = customer.value === "" ? await saveCard() : await savedBy(customer.value);
  if (!saved) throw "There is no saved payment method yet. Enter an ID once there is one.";
  customer.value = saved.customerId;
  method.value = saved.paymentMethodId;
}

async function nameCharged(payment: HTMLInputElement, body: HTMLTextAreaElement): Promise<void> {
  const { customerId, paymentMethodId } = await saveCard();
  const { svcPaymentId } = await read<Sold>("/v1/payments/intents", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": freshKey() },
    body: JSON.stringify({ amountCents: 4999, customerRef: customerId, paymentMethodTypes: ["card"] }),
  });
  payment.value = svcPaymentId;
  body.value = body.value.replace(/\bpm_\w+/, paymentMethodId);
}

type Saved = { customerId: string; paymentMethodId: string };

/** Customers are listed by their references only: a new one pays in the shop, and saves the card. */
async function saveCard(): Promise<Saved> {
  const payment = await sell("succeeded", "save");
  const { customerRef } = await read<{ customerRef: string }>(`/v1/payments/${payment}`);
  const saved = await savedBy(customerRef);
  if (!saved) throw "There is no customer with a saved payment method yet. Enter an ID once there is one.";
  return saved;
}

/** The newest. */
async function savedBy(customer: string): Promise<Saved | undefined> {
  const path = `${CUSTOMERS}/${encodeURIComponent(customer)}/payment-methods`;
  const [newest] = [await read<Saved[]>(path)].flat();
  return newest?.paymentMethodId ? newest : undefined;
}

const LOOKS = 300;
const BETWEEN_LOOKS_MS = 200;

/** A payment of the demo's shop, paid there unless it is to be unpaid. The service learns of that by a webhook. */
async function sell(status: string, kind = status === "requires_capture" ? "hold" : "shop"): Promise<string> {
  const orders = "/demo/shop/orders";
  const { orderRef, svcPaymentId } = await read<Sold>(orders, { method: "POST", body: kind });
  if (status !== "requires_payment_method")
    await call(`${orders}/${orderRef}/pay`, { method: "POST", body: "card" });
  for (let look = 0; look < LOOKS; look++) {
    if ((await read<{ status: string }>(`/v1/payments/${svcPaymentId}`)).status === status)
      return svcPaymentId;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
  throw `There is no payment that is ${status} yet. Enter an ID once there is one.`;
}

type Sold = { orderRef: string; svcPaymentId: string };

const read = async <T>(address: string, request?: RequestInit): Promise<T> =>
  (await (await call(address, request)).json()) as T;

/** What was created or found last is what the next requests are about. */
function remember(answer: unknown): void {
  const [found] = [answer].flat();
  for (const [name, value] of Object.entries(found ?? {})) {
    // A payment's customer may be deleted.
    if (typeof value !== "string" || name === "customerRef") continue;
    const path = PLACES.find(([id]) => id.test(value))?.[1];
    for (const field of path ? formsOf(path) : [])
      if (!isParticular(field.form?.dataset.path)) field.value = value;
    if (LOCATION_ID.test(value))
      for (const field of document.querySelectorAll("textarea"))
        field.value = field.value.replace(LOCATION_ID, value);
  }
}

/** What is gone: the next request looks its id up. */
function forget(path: string): void {
  for (const field of formsOf(path.split("/{")[0] ?? "")) field.value = "";
}

/** Setting the demo merchant's URL to an example would take its events away from the shop. */
const urlFilledIn = fillInUrl().catch(() => undefined);

async function fillInUrl(): Promise<void> {
  const path = "/v1/callback-endpoints";
  const field = document.querySelector<HTMLTextAreaElement>(
    `form[data-method=PUT][data-path="${path}/{id}"] textarea`,
  );
  if (!field) return;
  const [first] = (await (await call(path)).json()) as { url: string }[];
  if (first) field.value = JSON.stringify({ ...JSON.parse(field.value), url: first.url }, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
