/** Which ids stand in which paths. */
const PLACES: [id: RegExp, path: string][] = [
  [/^svcpay_/, "/v1/payments"],
  [/^evt_/, "/v1/events"],
  [/^rcv_/, "/v1/event-recoveries"],
  [/^po_/, "/v1/payouts"],
  [/^tmr_/, "/v1/terminal/readers"],
  [/^pmd_/, "/v1/wallet-domains"],
  [/^ep_/, "/v1/callback-endpoints"],
  [/^\d{4}-\d\d-\d\d$/, "/v1/statements"],
  [/^att_/, "/v1/attention"],
  [/^cus_/, "/v1/customers"],
  [/^ses_/, "/v1/console-sessions"],
];

/** Browsers have randomUUID only on https and on this machine. */
function freshKey(): string {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}

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
    remember(answer);
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
  const fields = [...form.querySelectorAll<HTMLInputElement>("[data-in=path]")];
  if (fields.every(({ value }) => value !== "")) return;
  const list = path.split("/{")[0] ?? "";
  if (PLACES.some(([, place]) => place === list)) remember(parsed(await (await call(list)).text()));
  const empty = fields.find(({ value }) => value === "");
  if (empty) throw `There is none yet. Enter ${empty.name} once there is one.`;
}

/** What was created or found last is what the next requests are about; of a list the first that has an id. */
function remember(answer: unknown): void {
  for (const row of [answer].flat().toReversed())
    for (const value of Object.values(row ?? {}).map(String)) {
      const path = PLACES.find(([id]) => id.test(value))?.[1];
      for (const form of document.querySelectorAll(`form[data-path^="${path}/{"]`)) {
        // The first id of a path is that of its list.
        const field = form.querySelector<HTMLInputElement>("[data-in=path]");
        if (field) field.value = value;
      }
    }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
