import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import type { MerchantApi, Reply } from "../../support/api.ts";
import { MERCHANT_ENDPOINTS } from "../../support/merchant-endpoints.ts";
import { reconcile } from "../../support/reconciliation.ts";
import { aReader, createInPerson, paidWithInterac } from "../../support/terminal.ts";
import { useService } from "../../support/use-service.ts";

/** The examples of the OpenAPI document are requests that work and answers that come back. */
const service = useService({ unscheduled: true });

/** What must be there before an example makes sense: an id for the path, fields of the body, another merchant. */
type Given = { id?: string; part?: string; query?: string; body?: object; api?: MerchantApi };

const GIVEN: Record<string, () => Promise<Given>> = {
  "charge-payment": async () => {
    const { customer, method } = await savedCard();
    const { json } = await service.api.create({ amountCents: 4999, customerRef: customer }, randomUUID());
    return { id: String(json.svcPaymentId), body: { paymentMethodId: method } };
  },
  "send-receipt": async () => ({ id: await service.paid(4999) }),
  "find-customers": async () => {
    await service.api.call("POST", "/v1/customers", { customerRef: "anna-17" });
    await service.letPass(120);
    return { query: "?customerRef=anna-17" };
  },
  "delete-customer": async () => ({ id: (await savedCard()).customer }),
  "set-up-customer": async () => ({ id: (await savedCard()).customer }),
  "list-saved-methods": async () => ({ id: (await savedCard()).customer }),
  "delete-saved-method": async () => {
    const { customer, method } = await savedCard();
    return { id: customer, part: method };
  },
  "capture-payment": async () => ({ id: await service.authorized(4999) }),
  "cancel-payment": async () => ({ id: await service.authorized(4999) }),
  "refund-payment": async () => ({ id: await service.paid(4999) }),
  "get-payment": async () => ({ id: await service.paid(4999) }),
  "list-refunds": async () => ({ id: await refundedPayment() }),
  "get-payment-details": async () => ({ id: await service.paid(4999) }),
  "get-payment-timeline": async () => ({ id: await service.paid(4999) }),
  "register-reader": async () => ({ body: { locationId: await newLocation() } }),
  "get-reader": async () => ({ id: await aReader(service.api) }),
  "process-at-reader": async () => ({
    id: await aReader(service.api),
    body: { svcPaymentId: await createInPerson(service.api) },
  }),
  "refund-at-reader": async () => {
    const reader = await aReader(service.api);
    return { id: reader, body: { svcPaymentId: await paidWithInterac(service, reader) } };
  },
  "cancel-reader-action": async () => ({ id: await aReader(service.api) }),
  "list-wallet-domains": async () => ({ id: await walletDomain() }),
  "validate-wallet-domain": async () => ({ id: await walletDomain() }),
  "create-account": async () => ({ api: await service.otherMerchant("none") }),
  "list-events": async () => ({ id: await deliveredEvent() }),
  "get-event": async () => ({ id: await deliveredEvent() }),
  "redeliver-event": async () => ({ id: await deliveredEvent() }),
  "get-recovery": async () => ({ id: await startedRecovery() }),
  "list-attention": async () => ({ id: await disputedPayment() }),
  "resolve-attention": async () => ({ id: await failedRefund() }),
  "list-disputes": async () => ({ id: await disputedPayment() }),
  "list-statements": async () => ({ id: await madeStatement() }),
  "get-statement": async () => ({ id: await madeStatement() }),
  "download-statement-payments": async () => ({ id: await madeStatement() }),
  "download-movements": madeRange,
  "get-balance-report": madeRange,
  "download-balance-report": madeRange,
  "download-payouts": madeRange,
  "list-payouts": async () => ({ id: await composedPayout() }),
  "get-payout": async () => ({ id: await composedPayout() }),
  "list-payout-lines": async () => ({ id: await composedPayout() }),
  "download-payout-lines": async () => ({ id: await composedPayout() }),
  "list-console-sessions": async () => ({ id: await offeredSession() }),
  "end-console-session": async () => ({ id: await offeredSession() }),
  "preview-fee": async () => ({ query: "?amountCents=4999" }),
  "create-callback-endpoint": secondEndpoint,
  "get-callback-endpoint": secondEndpoint,
  "get-callback-health": secondEndpoint,
  "update-callback-endpoint": secondEndpoint,
  "delete-callback-endpoint": secondEndpoint,
  "rotate-callback-secret": secondEndpoint,
  "disable-callback-endpoint": secondEndpoint,
  "enable-callback-endpoint": secondEndpoint,
  "test-callback-endpoint": secondEndpoint,
  "diagnose-callback": secondEndpoint,
};

async function savedCard() {
  const customer = String((await service.api.call("POST", "/v1/customers", {})).json.customerId);
  const options = { stripeAccount: service.accountId };
  const { id: method } = await service.stripe.paymentMethods.attach("pm_card_visa", { customer }, options);
  return { customer, method };
}

/** Of a merchant that has just it and the first. */
async function secondEndpoint(): Promise<Given> {
  const api = await service.otherMerchant();
  await api.call("POST", "/v1/callback-endpoints", { url: "https://shop.example/first" });
  const { json } = await api.call("POST", "/v1/callback-endpoints", { url: "https://shop.example/second" });
  return { id: String(json.id), api };
}

async function refundedPayment(): Promise<string> {
  const id = await service.paid(4999);
  await service.api.refund(id, {});
  return id;
}

async function failedRefund(): Promise<string> {
  const created = await service.api.create({ amountCents: 4999 }, randomUUID());
  await service.confirm(created, "pm_card_refundFail");
  await service.api.refund(created.json.svcPaymentId, {}, randomUUID());
  const list = async () =>
    (
      JSON.parse((await service.api.call("GET", "/v1/attention")).text) as { attentionId: string | null }[]
    ).find(({ attentionId }) => attentionId)?.attentionId;
  await service.eventually(async () => (await list()) !== undefined);
  return String(await list());
}

async function disputedPayment(): Promise<string> {
  const created = await service.api.create({ amountCents: 4999 }, randomUUID());
  await service.confirm(created, "pm_card_createDispute");
  const list = () => service.api.call("GET", "/v1/disputes");
  await service.eventually(async () => firstOf(await list()) !== undefined);
  return String(created.json.svcPaymentId);
}

async function newLocation(): Promise<string> {
  const example = MERCHANT_ENDPOINTS.find(({ name }) => name === "create-location")?.example;
  return String((await service.api.call("POST", "/v1/terminal/locations", example)).json.id);
}

const walletDomain = async (): Promise<string> =>
  String((await service.api.call("POST", "/v1/wallet-domains", { domainName: "a.example.com" })).json.id);

async function deliveredEvent(): Promise<string> {
  const id = await service.paid(4999);
  const list = () => service.api.call("GET", `/v1/events?svcPaymentId=${id}&delivery=delivered`);
  await service.eventually(async () => firstOf(await list()) !== undefined);
  return String(firstOf(await list())?.id);
}

async function startedRecovery(): Promise<string> {
  const example = MERCHANT_ENDPOINTS.find(({ name }) => name === "recover-events")?.example;
  return String((await service.api.call("POST", "/v1/events/recover", example)).json.id);
}

async function madeStatement(): Promise<string> {
  const date = dateOf(Date.now());
  await reconcile(service, { kind: "statement", merchantId: service.stack.demo.merchantId, date });
  return date;
}

/** What was sold three days ago has left for the bank. */
async function composedPayout(): Promise<string> {
  const list = async () => firstOf(await service.api.call("GET", "/v1/payouts"));
  if ((await list()) === undefined) {
    await service.paid(4999);
    await service.letPass(3 * 86_400);
  }
  await service.eventually(async () => (await list())?.composition === "complete");
  return String((await list())?.payoutId);
}

const offeredSession = async (): Promise<string> =>
  String((await service.api.call("POST", "/v1/console-sessions")).json.sessionId);

const firstOf = ({ json }: Reply) => (json as unknown as Record<string, unknown>[])[0];

it.each(MERCHANT_ENDPOINTS)("$name: $method $path", async (operation) => {
  const {
    id = "",
    part = "",
    query = "",
    body = {},
    api = service.api,
  } = (await GIVEN[operation.name]?.()) ?? {};
  const { method, path, example, idempotencyKey } = operation;
  const reply = await api.call(
    method,
    path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, part) + query,
    example === undefined ? undefined : { ...example, ...body },
    idempotencyKey ? { key: randomUUID() } : {},
  );
  const answer = operation.answers[reply.status];
  expect(answer, reply.text).toBeDefined();
  expect(answer?.schema.safeParse(answer.csv ? reply.text : reply.json).error).toBeUndefined();
  if (!answer?.csv) expect(fieldsOf(answer?.example)).toEqual(fieldsOf(reply.json));
});

/** Of a list, those of its first item: an example shows every field that comes back, and no other. */
function fieldsOf(answer: unknown): string[] {
  const shown: unknown = Array.isArray(answer) ? answer[0] : answer;
  return Object.keys((shown ?? {}) as object).sort();
}

async function madeRange() {
  const date = await madeStatement();
  return { query: `?from=${date}&to=${date}` };
}
