/** Which ids stand in which paths, and of what. */
const PLACES: [id: RegExp, path: string, name: string][] = [
  [/^svcpay_/, "/v1/payments", "payment"],
  [/^evt_/, "/v1/events", "event"],
  [/^rcv_/, "/v1/events/recoveries", "recovery"],
  [/^po_/, "/v1/payouts", "payout"],
  [/^tmr_/, "/v1/terminal/readers", "reader"],
  [/^pmd_/, "/v1/wallet-domains", "wallet domain"],
  [/^ep_/, "/v1/callback-endpoints", "endpoint"],
  [/^\d{4}-\d\d-\d\d$/, "/v1/statements", "statement"],
  [/^att_/, "/v1/attention", "item that needs attention"],
  [/^ses_/, "/v1/console-sessions", "console session"],
];
/** Ids that bodies name too. */
const IN_BODIES = [/\btml_\w+/, /\bsvcpay_\w+/];
const EXAMPLE_LOCATION = "tml_FExample";

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
  const body = form.querySelector("textarea")?.value;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const search = query.size > 0 ? `?${query}` : "";
  const response = await call(filled + search, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const answer = parsed(text);
  if (response.ok) {
    if (path.endsWith("/delete")) forget(path);
    else remember(answer);
    const key = form.querySelector<HTMLInputElement>("[name=Idempotency-Key]");
    if (key) key.value = freshKey();
  }
  const readable = answer === undefined ? text : JSON.stringify(answer, null, 2);
  return `${response.status} ${response.statusText}\n\n${readable}`;
}

const call = (address: string, { headers, ...request }: RequestInit = {}) =>
  fetch(address, { ...request, headers: { ...headers, "X-Api-Key": document.body.dataset.apiKey ?? "" } });

/** An id that is missing is the newest of its list. */
async function fillIn(form: HTMLFormElement, path: string): Promise<void> {
  const field = form.querySelector<HTMLInputElement>("[data-in=path]");
  await urlFilledIn;
  if (form.querySelector("textarea")?.value.includes(EXAMPLE_LOCATION))
    await lookUp("/v1/terminal/locations");
  if (field?.value !== "") return;
  const list = path.split("/{")[0] ?? "";
  await lookUp(list);
  const name = PLACES.find(([, place]) => place === list)?.[2] ?? "object";
  if (field.value === "") throw `There is no ${name} yet. Enter an ID once there is one.`;
}

async function lookUp(list: string): Promise<void> {
  remember(parsed(await (await call(`${list}?limit=1`)).text()));
}

/** What was created or found last is what the next requests are about. */
function remember(answer: unknown): void {
  const [found] = [answer].flat();
  for (const value of Object.values(found ?? {})) {
    if (typeof value !== "string") continue;
    const path = PLACES.find(([id]) => id.test(value))?.[1];
    if (path) for (const field of formsOf(path)) field.value = value;
    for (const id of IN_BODIES.filter((form) => form.test(value)))
      for (const field of document.querySelectorAll("textarea")) field.value = field.value.replace(id, value);
  }
}

/** What is gone: the next request looks its id up. */
function forget(path: string): void {
  for (const field of formsOf(path.split("/{")[0] ?? "")) field.value = "";
}

/** Setting the demo merchant's URL to an example would take its events away from the shop. */
const urlFilledIn = fillInUrl().catch(() => undefined);

async function fillInUrl(): Promise<void> {
  const path = "/v1/callback-endpoint";
  const field = document.querySelector<HTMLTextAreaElement>(
    `form[data-method=PUT][data-path="${path}"] textarea`,
  );
  if (!field) return;
  const { url } = (await (await call(path)).json()) as { url?: string };
  if (url) field.value = JSON.stringify({ ...JSON.parse(field.value), url }, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
