import { type Query, queryText } from "../address/query.ts";
import { type Answer, CallError, call } from "./call.ts";
import type {
  Balance,
  ConsoleKey,
  Endpoint,
  FoundPayments,
  ListedEvent,
  ListedPayment,
  MoneyOperation,
  Overview,
  PaymentTotals,
  RecordedEvent,
  Schemas,
  Session,
  TimelineEntry,
} from "./types.ts";

/** What a screen can ask the service. Its key is the path: only filters stand behind a question mark. */
export type Question<T> = { key: string; ask: (signal?: AbortSignal) => Promise<T> };

const get = <T>(path: string): Question<T> => ({
  key: path,
  ask: async (signal) => (await call<T>(`v1/${path}`, { signal })).data,
});

const list = <T>(path: string, query: Query): Question<Answer<T[]>> => {
  const key = `${path}?${queryText({ limit: "100", ...query })}`;
  return { key, ask: (signal) => call<T[]>(`v1/${key}`, { signal }) };
};

const post = async <T>(path: string, body: object = {}): Promise<T> =>
  (await call<T>(`v1/${path}`, { method: "POST", body })).data;

export const openSession = async (code: string): Promise<Session> =>
  (await call<Session>("session", { method: "POST", body: { code } })).data;
/** Those that this browser is in, for a tab that is in none. */
export const ownSessions: Question<Session[]> = {
  key: "sessions",
  ask: async (signal) => (await call<Session[]>("sessions", { session: "none", signal })).data,
};
export const session = get<Session>("session");
export const endSession = () => post<unknown>("session/end");

export const sessions = get<Schemas["ConsoleSession"][]>("console-sessions?limit=100");
export const endOtherSession = (id: string) => post<Schemas["ConsoleSession"]>(`console-sessions/${id}/end`);
export const keys = get<ConsoleKey[]>("keys");

export const overview = (days: string) => get<Overview>(`overview?days=${days}`);
export const liveBalance = get<Balance>("balance");
export const disputes = (query: Query) => list<Schemas["ListedDispute"]>("disputes", query);
export const dispute = (id: string): Question<Schemas["ListedDispute"]> => ({
  key: id,
  ask: async (signal) => {
    const { data } = await disputes({ disputeId: id }).ask(signal);
    const found = data.find(({ disputeId }) => disputeId === id);
    if (!found) throw new CallError("There is no such dispute.", 404);
    return found;
  },
});
export const attention = (query: Query) => list<Schemas["Attention"]>("attention", query);

export const resolve = (id: string) => post<Schemas["ResolvedAttention"]>(`attention/${id}/resolve`);

/** Of a page. Each row's last events are a question of their own to the ledger. */
const ROWS = "25";

export const payments = (query: Query) => list<ListedPayment>("payments", query);
export const payment = (id: string): Question<ListedPayment> => ({
  key: id,
  ask: async (signal) => {
    const { data } = await payments({ svcPaymentId: id, include: "delivery" }).ask(signal);
    // In a list it says more than when it is retrieved; one that is not there is an empty list.
    if (!data[0]) throw new CallError("There is no such payment.", 404);
    return data[0];
  },
});
/** By what the list shows, and what the whole filter comes to. */
export const foundPayments = (query: Query) =>
  get<FoundPayments>(`found-payments?${queryText({ limit: ROWS, ...query })}`);
export const paymentTotals = (query: Query) => get<PaymentTotals>(`payment-totals?${queryText(query)}`);
/** Refund, capture or cancel: once for each key, however often it is asked for. */
export const move = (id: string, operation: MoneyOperation, { key, body }: { key: string; body: object }) =>
  call<Schemas["Payment"] | undefined>(`v1/payments/${id}/${operation}`, {
    method: "POST",
    body,
    idempotencyKey: key,
  });
/** Each is a mail. */
export const sendReceipt = (id: string, email: string) =>
  post<Schemas["SentReceipt"]>(`payments/${id}/receipt`, { email });
/** The processor is asked for these: once for each look at a payment. */
export const details = (id: string) => get<Schemas["PaymentDetails"]>(`payments/${id}/details`);
export const timeline = (id: string) => get<TimelineEntry[]>(`payments/${id}/timeline`);

export const events = (query: Query) => list<ListedEvent>("events", query);
export const event = (id: string) => get<RecordedEvent>(`events/${id}`);
/** Without an endpoint: to all that it is sent to. */
export const redeliver = (id: string, how: { force: boolean; endpointId?: string | undefined }) =>
  post<Schemas["AcceptedEvent"]>(`events/${id}/redeliver`, how);
export const recover = (window: {
  endpointId?: string | undefined;
  since?: string;
  until?: string;
  by?: string;
}) => post<Schemas["AcceptedRecovery"]>("events/recover", window);
export const recovery = (id: string) => get<Schemas["Recovery"]>(`event-recoveries/${id}`);

export const endpoints = get<Endpoint[]>("callback-endpoints");
export const endpoint = (id: string) => get<Endpoint>(`callback-endpoints/${id}`);
export const health = (id: string) => get<Schemas["CallbackHealth"]>(`callback-endpoints/${id}/health`);
/** With its signing secret. */
export const addEndpoint = (url: string) =>
  post<Schemas["CreatedCallbackEndpoint"]>("callback-endpoints", { url });
/** What is left out stays as it is. */
export const changeEndpoint = (
  id: string,
  body: { url?: string; events?: string[] | null; payload?: string },
) => call<Endpoint>(`v1/callback-endpoints/${id}`, { method: "PUT", body });

type Chosen = Pick<Endpoint, "url" | "events" | "payload">;

/**
 * Whether the endpoint still is what was shown. Storing what an old page knows would undo what a colleague or the
 * merchant's backend has chosen since.
 */
export const isSameEndpoint = (shown: Chosen, now: Chosen): boolean => textOf(shown) === textOf(now);

/** Choices have no order. */
const textOf = ({ url, events, payload }: Chosen): string =>
  JSON.stringify([url, events && [...events].sort(), payload]);

export const switchEndpoint = (id: string, to: "disable" | "enable" | "delete") =>
  post<unknown>(`callback-endpoints/${id}/${to}`);
export const eventTypes = get<Schemas["EventType"][]>("event-types");
export const onboarding = get<Schemas["Onboarding"]>("onboarding/status");
/** Where the merchant goes on at the processor, and comes back from. */
export const onboardingLink = (back: string) =>
  post<Schemas["OnboardingLink"]>("onboarding/link", { returnUrl: back, refreshUrl: back });
export const walletDomains = get<Schemas["WalletDomain"][]>("wallet-domains?limit=100");
export const addWalletDomain = (domainName: string) =>
  post<Schemas["WalletDomain"]>("wallet-domains", { domainName });
export const checkWalletDomain = (id: string) =>
  post<Schemas["WalletDomain"]>(`wallet-domains/${id}/validate`);
export const rotateSecret = (id: string, graceSeconds: number) =>
  post<Schemas["RotatedSecret"]>(`callback-endpoints/${id}/rotate-secret`, { graceSeconds });
export const sendTestEvent = (id: string) => post<Schemas["AcceptedEvent"]>(`callback-endpoints/${id}/test`);
export const diagnose = (id: string, seen: { rawBody: string; signatureHeader: string }) =>
  post<Schemas["Diagnosis"]>(`callback-endpoints/${id}/diagnose`, seen);

export const payouts = (query: Query) => list<Schemas["Payout"]>("payouts", query);
export const payout = (id: string) => get<Schemas["Payout"]>(`payouts/${id}`);
export const payoutLines = (id: string, query: Query) =>
  list<Schemas["PayoutLine"]>(`payouts/${id}/lines`, query);
export const file = async (path: string) => (await call<string>(`v1/${path}`, { asText: true })).data;
/** As a form asks for it; `after`: where the next part begins. */
export const movements = (form: FormData, after: string) =>
  call<string>(
    `v1/reports/movements.csv?${queryText({ ...(Object.fromEntries(form) as Query), ...(after && { after }) })}`,
    { asText: true },
  );

export const statements = (query: Query) => list<Schemas["StatementSummary"]>("statements", query);
/** Of another month nothing stays. */
export const balance = (range: string) => ({
  ...get<Schemas["BalanceReport"]>(`reports/balance${range}`),
  key: range.slice(1),
});
export const statement = (date: string) => get<Schemas["Statement"]>(`statements/${date}`);
