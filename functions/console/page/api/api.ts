import { type Query, queryText } from "../address/query.ts";
import { type Answer, CallError, call } from "./call.ts";
import type {
  ConsoleKey,
  Endpoint,
  ListedEvent,
  ListedPayment,
  MoneyOperation,
  Overview,
  RecordedEvent,
  Schemas,
  Session,
  TimelineEntry,
} from "./types.ts";

type Signal = AbortSignal | undefined;

const get = async <T>(path: string, signal?: Signal): Promise<T> =>
  (await call<T>(`v1/${path}`, { signal })).data;

const list = <T>(path: string, query: Query, signal?: Signal): Promise<Answer<T[]>> =>
  call<T[]>(`v1/${path}?${queryText({ limit: "100", ...query })}`, { signal });

const post = async <T>(path: string, body: object = {}): Promise<T> =>
  (await call<T>(`v1/${path}`, { method: "POST", body })).data;

export const openSession = async (code: string): Promise<Session> =>
  (await call<Session>("session", { method: "POST", body: { code } })).data;
/** Those that this browser is in, for a tab that is in none. */
export const ownSessions = async (signal?: Signal): Promise<Session[]> =>
  (await call<Session[]>("sessions", { session: "none", signal })).data;
export const session = (signal?: Signal) => get<Session>("session", signal);
export const endSession = () => post<unknown>("session/end");

export const sessions = async (signal?: Signal) =>
  (await list<Schemas["ConsoleSession"]>("console-sessions", {}, signal)).data;
export const endOtherSession = (id: string) => post<Schemas["ConsoleSession"]>(`console-sessions/${id}/end`);
export const keys = (signal?: Signal) => get<ConsoleKey[]>("keys", signal);

export const overview = (days: string, signal?: Signal) => get<Overview>(`overview?days=${days}`, signal);
export const disputes = (query: Query, signal?: Signal) =>
  list<Schemas["ListedDispute"]>("disputes", query, signal);
export const attention = (query: Query, signal?: Signal) =>
  list<Schemas["Attention"]>("attention", query, signal);

export const resolve = (id: string) => post<Schemas["ResolvedAttention"]>(`attention/${id}/resolve`);

export const payments = (query: Query, signal?: Signal) => list<ListedPayment>("payments", query, signal);
export const payment = async (id: string, signal?: Signal): Promise<ListedPayment> => {
  const { data } = await list<ListedPayment>("payments", { svcPaymentId: id, include: "delivery" }, signal);
  // In a list it says more than when it is retrieved; one that is not there is an empty list.
  if (!data[0]) throw new CallError("There is no such payment.", 404);
  return data[0];
};
/** Refund, capture or cancel: once for each key, however often it is asked for. */
export const move = (id: string, operation: MoneyOperation, { key, body }: { key: string; body: object }) =>
  call<Schemas["Payment"] | undefined>(`v1/payments/${id}/${operation}`, {
    method: "POST",
    body,
    idempotencyKey: key,
  });
/** The processor is asked for these: once for each look at a payment. */
export const details = (id: string, signal?: Signal) =>
  get<Schemas["PaymentDetails"]>(`payments/${id}/details`, signal);
export const timeline = (id: string, signal?: Signal) =>
  get<TimelineEntry[]>(`payments/${id}/timeline`, signal);

export const events = (query: Query, signal?: Signal) => list<ListedEvent>("events", query, signal);
export const event = (id: string, signal?: Signal) => get<RecordedEvent>(`events/${id}`, signal);
/** Without an endpoint: to the first one. */
export const redeliver = (id: string, how: { force: boolean; endpointId?: string | undefined }) =>
  post<Schemas["AcceptedEvent"]>(`events/${id}/redeliver`, how);
export const recover = (window: { endpointId: string; since?: string; until?: string; by?: string }) =>
  post<Schemas["AcceptedRecovery"]>("events/recover", window);
export const recovery = (id: string, signal?: Signal) =>
  get<Schemas["Recovery"]>(`events/recoveries/${id}`, signal);

export const endpoints = (signal?: Signal) => get<Endpoint[]>("callback-endpoints", signal);
export const endpoint = (id: string, signal?: Signal) => get<Endpoint>(`callback-endpoints/${id}`, signal);
export const health = (id: string, signal?: Signal) =>
  get<Schemas["CallbackHealth"]>(`callback-endpoints/${id}/health`, signal);
/** With its signing secret. */
export const addEndpoint = (url: string) =>
  post<Schemas["CreatedNamedCallbackEndpoint"]>("callback-endpoints", { url });
/** What is left out stays as it is. */
export const changeEndpoint = (
  id: string,
  body: { url?: string; events?: string[] | null; payload?: string },
) => call<Endpoint>(`v1/callback-endpoints/${id}`, { method: "PUT", body });
export const switchEndpoint = (id: string, to: "disable" | "enable" | "delete") =>
  post<unknown>(`callback-endpoints/${id}/${to}`);
export const eventTypes = (signal?: Signal) => get<Schemas["EventType"][]>("event-types", signal);
export const walletDomains = async (signal?: Signal) =>
  (await list<Schemas["WalletDomain"]>("wallet-domains", {}, signal)).data;
export const addWalletDomain = (domainName: string) =>
  post<Schemas["WalletDomain"]>("wallet-domains", { domainName });
export const checkWalletDomain = (id: string) =>
  post<Schemas["WalletDomain"]>(`wallet-domains/${id}/validate`);
export const rotateSecret = (id: string, graceSeconds: number) =>
  post<Schemas["RotatedSecret"]>(`callback-endpoints/${id}/rotate-secret`, { graceSeconds });
export const sendTestEvent = (id: string) => post<Schemas["AcceptedEvent"]>(`callback-endpoints/${id}/test`);
export const diagnose = (seen: { rawBody: string; signatureHeader: string; endpointId: string }) =>
  post<Schemas["Diagnosis"]>("callback-endpoint/diagnose", seen);

export const payouts = (query: Query, signal?: Signal) => list<Schemas["Payout"]>("payouts", query, signal);
export const payout = (id: string, signal?: Signal) => get<Schemas["Payout"]>(`payouts/${id}`, signal);
export const payoutLines = (id: string, query: Query, signal?: Signal) =>
  list<Schemas["PayoutLine"]>(`payouts/${id}/lines`, query, signal);
export const file = async (path: string) => (await call<string>(`v1/${path}`, { asText: true })).data;
/** As a form asks for it; `after`: where the next part begins. */
export const movements = (form: FormData, after: string) =>
  call<string>(
    `v1/reports/movements.csv?${queryText({ ...(Object.fromEntries(form) as Query), ...(after && { after }) })}`,
    { asText: true },
  );

export const statements = (query: Query, signal?: Signal) =>
  list<Schemas["StatementSummary"]>("statements", query, signal);
export const balance = (range: string, signal?: Signal) =>
  get<Schemas["BalanceReport"]>(`reports/balance${range}`, signal);
export const statement = (date: string, signal?: Signal) =>
  get<Schemas["Statement"]>(`statements/${date}`, signal);
