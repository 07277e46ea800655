import type { Parameter, ReferenceOperation } from "./contract.ts";
import { LANGUAGES, type Language, type SampleRequest, WRITERS } from "./page/languages.ts";

export const samplesOf = (operation: ReferenceOperation): Record<Language, string> => {
  const request = requestOf(operation);
  return Object.fromEntries(LANGUAGES.map((language) => [language, WRITERS[language](request)])) as Record<
    Language,
    string
  >;
};

const EXAMPLE_IDS: Record<string, string> = {
  "/v1/customers": "cus_QExample",
  "/v1/payments": "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
  "/v1/event-recoveries": "rcv_0f8fad5bd9cb469fa16570867728950e",
  "/v1/events": "evt_1QExample",
  "/v1/statements": "2026-07-01",
  "/v1/payouts": "po_1QExample",
  "/v1/terminal/readers": "tmr_FExample",
  "/v1/wallet-domains": "pmd_1QExample",
  "/v1/callback-endpoints": "ep_5f2b8c1de0a94b73",
  "/v1/attention": "att_re_1QExample",
  "/v1/console-sessions": `ses_${"Example".padEnd(26, "0")}00${"Example0"}`,
};

const METHOD_ID = "pm_1QExample";

/** What every sample of an operation sends. */
export function requestOf({
  id,
  method,
  path,
  parameters,
  body,
  bodyExample,
}: ReferenceOperation): SampleRequest {
  const exampleId = Object.entries(EXAMPLE_IDS).find(([prefix]) => path.startsWith(prefix))?.[1] ?? "";
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    name === "paymentMethodId" ? METHOD_ID : exampleId,
  );
  const query = queryOf(parameters);
  const key = parameters.find(({ name }: Parameter) => name === "Idempotency-Key");
  return {
    id,
    method,
    path: ids.reduce((filled, one) => filled.replace(/\{\w+\}/, one), path) + searchText(query),
    ids,
    ...(query && { query }),
    ...(body && { body: (bodyExample ?? {}) as object }),
    ...(key && KEYS[id] && { idempotencyKey: KEYS[id] }),
    // A file that comes in parts is read like a list.
    isList: parameters.some(({ name }) => name === (path.endsWith(".csv") ? "after" : "startingAfter")),
  };
}

/** Only required parameters; undefined: there are none. */
function queryOf(parameters: readonly Parameter[]): Record<string, string | number> | undefined {
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  if (required.length === 0) return undefined;
  return Object.fromEntries(required.map((parameter) => [parameter.name, exampleOf(parameter)]));
}

/** Of a parameter that is required in a query. */
export function exampleOf({ name, schema }: Parameter): string | number {
  if (schema.format === "date") return name === "to" ? "2026-07-31" : "2026-07-01";
  if (name === "customerRef") return "anna-17";
  if (!name.endsWith("Cents")) return "usd";
  return schema.type === "integer" ? 4999 : "4999";
}

const searchText = (query: Record<string, string | number> | undefined): string =>
  query
    ? `?${Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("&")}`
    : "";

/** Derived from what the request is about, so that a retry sends the same. */
const KEYS: Record<string, string> = {
  createPayment: "order-1001",
  chargePayment: "order-1001-charge",
  createCustomer: "customer-anna-17",
  capturePayment: "order-1001-capture",
  cancelPayment: "order-1001-cancel",
  refundPayment: "order-1001-refund-1",
  createLocation: "location-1",
  registerReader: "reader-1",
};
