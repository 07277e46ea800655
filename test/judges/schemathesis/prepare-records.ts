import type { StackUser } from "../../support/stack-user.ts";

const DAY_SECONDS = 86_400;
const PAYMENTS_OF_A_KIND = 3;

/** Values that a request must name to succeed, by what they are. */
export type Prepared = Record<
  | "authorized"
  | "paid"
  | "unpaid"
  | "events"
  | "recoveries"
  | "attention"
  | "statements"
  | "payouts"
  | "sessions"
  | "endpoints"
  | "removable"
  | "inPerson"
  | "interac"
  | "customers"
  | "savedMethods"
  | "locations"
  | "parts"
  | "readers"
  | "refundReaders",
  string[]
>;

/**
 * Records of every kind before the first request: also what no request of a merchant makes, as a dispute, a failed
 * refund, a payout, days that have statements.
 */
export async function prepareRecords(user: StackUser, receiverUrl: string): Promise<Prepared> {
  const { demo, api } = user;
  const control = (path: string, body: object = {}) =>
    fetch(`${demo.processorUrl}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) });
  for (const method of ["pm_card_visa", "pm_card_createDispute"])
    await user.confirm(await api.create({ amountCents: 5000 }, `prepared-${method}`), method);
  const refunded = await api.create({ amountCents: 5000 }, "prepared-refund");
  await user.confirm(refunded);
  await user.letPass(60);
  await control("refunds/next", { outcome: "failed_later" });
  await api.refund(refunded.json.svcPaymentId, { amountCents: 100 });
  await control(`accounts/${demo.connectedAccountId}/payouts/hurry`);
  await user.letPass(2 * DAY_SECONDS);

  const authorized = await payments(user, "authorized", { captureMethod: "manual" });
  const paid = await payments(user, "paid", {});
  const unpaid = await payments(user, "unpaid", {});
  const inPerson = await payments(user, "in-person", { paymentMethodTypes: ["card_present"] });
  for (const payment of [...authorized, ...paid]) await user.confirm({ json: payment });
  const until = await user.now();
  const recovery = await api.call("POST", "/v1/events/recover", {
    since: new Date(until - DAY_SECONDS * 1000).toISOString(),
    until: new Date(until).toISOString(),
  });
  await user.letPass(60);

  const listed = async (path: string, field: string) => {
    const rows = (await api.call("GET", path)).json as unknown as Record<string, unknown>[];
    return rows.map((row) => row[field]);
  };
  const made = async (path: string, body: object, field: string) => [
    (await api.call("POST", path, body)).json[field],
  ];
  const address = { line1: "1 Main Street", city: "Springfield", state: "IL", postalCode: "62701" };
  const locations = await made(
    "/v1/terminal/locations",
    { displayName: "Main Street", ...address, country: "US" },
    "id",
  );
  const register = (label: string) =>
    made(
      "/v1/terminal/readers",
      { locationId: locations[0], registrationCode: "simulated-wpe", label },
      "id",
    );
  const readers = await register("Till");
  // A reader that waits for a payment's card takes no refund.
  const refundReaders = await register("Returns");
  const customer = await api.call("POST", "/v1/customers", { customerRef: "prepared" }, { key: "prepared" });
  const customers = [customer.json.customerId];
  await saveMethods(user, customers[0]);
  const endpoint = (url: string) =>
    made("/v1/callback-endpoints", { url: `${receiverUrl}/?prepared=${url}` }, "id");
  const prepared = {
    authorized: authorized.map(({ svcPaymentId }) => svcPaymentId),
    paid: paid.map(({ svcPaymentId }) => svcPaymentId),
    unpaid: unpaid.map(({ svcPaymentId }) => svcPaymentId),
    events: await listed(`/v1/events?svcPaymentId=${paid[0]?.svcPaymentId}&delivery=delivered`, "id"),
    recoveries: [recovery.json.id],
    attention: await listed("/v1/attention", "attentionId"),
    statements: await listed("/v1/statements", "date"),
    payouts: await listed("/v1/payouts", "payoutId"),
    sessions: await made("/v1/console-sessions", {}, "sessionId"),
    // One of the five is left to be created.
    endpoints: [...(await endpoint("one")), ...(await endpoint("two"))],
    removable: await endpoint("three"),
    inPerson: inPerson.map(({ svcPaymentId }) => svcPaymentId),
    locations,
    parts: await namedParts(demo.baseUrl),
    interac: [await payWithInterac(user, readers[0])],
    customers,
    savedMethods: await listed(`/v1/customers/${customers[0]}/payment-methods`, "paymentMethodId"),
    readers,
    refundReaders,
  };
  const texts = Object.entries(prepared).map(([kind, values]): [string, string[]] => {
    const given = values.flatMap((value) => (typeof value === "string" ? value : []));
    if (given.length === 0) throw new Error(`Nothing was prepared of: ${kind}.`);
    return [kind, given.slice(0, PAYMENTS_OF_A_KIND)];
  });
  return Object.fromEntries(texts) as Prepared;
}

/** Deleting one leaves others to be listed. */
async function saveMethods(user: StackUser, customerRef: unknown): Promise<void> {
  const body = { amountCents: 5000, customerRef, savePaymentMethod: "off_session" };
  for (const method of ["pm_card_visa", "pm_card_mastercard", "pm_card_amex"])
    await user.confirm(await user.api.create(body, `prepared-saved-${method}`), method);
}

/** A payment whose refund needs its card at a reader. */
async function payWithInterac({ api, demo }: StackUser, reader: unknown): Promise<unknown> {
  const kinds = { currency: "cad", paymentMethodTypes: ["card_present", "interac_present"] };
  const { json } = await api.create({ amountCents: 5000, ...kinds }, "prepared-interac");
  await api.call("POST", `/v1/terminal/readers/${reader}/process`, { svcPaymentId: json.svcPaymentId });
  await fetch(`${demo.processorUrl}/v1/test_helpers/terminal/readers/${reader}/present_payment_method`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${demo.processorSecretKey}`,
      "Stripe-Account": demo.connectedAccountId,
    },
    body: new URLSearchParams({ type: "interac_present" }),
  });
  return json.svcPaymentId;
}

/** The console's parts have a hash in their names, which the page names. */
async function namedParts(baseUrl: string): Promise<string[]> {
  const page = await (await fetch(`${baseUrl}/console`, { headers: { Accept: "text/html" } })).text();
  return [...page.matchAll(/([\w-]+\.js)/g)].map(([, name = ""]) => name);
}

async function payments({ api }: StackUser, kind: string, body: object): Promise<Record<string, unknown>[]> {
  const numbers = Array.from({ length: PAYMENTS_OF_A_KIND }, (_, number) => number);
  const created = numbers.map((number) =>
    api.create({ amountCents: 5000, ...body }, `prepared-${kind}-${number}`),
  );
  return (await Promise.all(created)).map(({ json }) => json);
}
