/** Which ids stand in which paths. */
const PLACES: [id: RegExp, path: string][] = [
  [/^svcpay_/, "/v1/payments"],
  [/^evt_/, "/v1/events"],
  [/^rcv_/, "/v1/events/recoveries"],
  [/^po_/, "/v1/payouts"],
  [/^tmr_/, "/v1/terminal/readers"],
  [/^pmd_/, "/v1/wallet-domains"],
  [/^ep_/, "/v1/callback-endpoints"],
  [/^\d{4}-\d\d-\d\d$/, "/v1/statements"],
  [/^att_/, "/v1/attention"],
  [/^ses_/, "/v1/console-sessions"],
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
  if (form.querySelector("textarea")?.value.includes(EXAMPLE_LOCATION))
    await lookUp("/v1/terminal/locations");
  if (field?.value !== "") return;
  await lookUp(path.split("/{")[0] ?? "");
  if (field.value === "") throw "There is none yet. Enter an ID, or create one first.";
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
