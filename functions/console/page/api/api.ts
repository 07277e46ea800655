import { type Query, queryText } from "../address/query.ts";
import { type Answer, CallError, call } from "./call.ts";
import type {
  ConsoleKey,
  ListedEvent,
  ListedPayment,
  MoneyOperation,
  Overview,
  RecordedEvent,
  Schemas,
  Session,
  TimelineEntry,
} from "./types.ts";

type SetEndpoint = Schemas["CallbackEndpoint"] & Partial<Pick<Schemas["CreatedCallbackEndpoint"], "secret">>;

type Signal = AbortSignal | undefined;

const get = async <T>(path: string, signal?: Signal): Promise<T> =>
  (await call<T>(`v1/${path}`, { signal })).data;

const list = <T>(path: string, query: Query, signal?: Signal): Promise<Answer<T[]>> =>
  call<T[]>(`v1/${path}?${queryText({ limit: "100", ...query })}`, { signal });

const post = async <T>(path: string, body: object = {}): Promise<T> =>
  (await call<T>(`v1/${path}`, { method: "POST", body })).data;

export const api = {
  openSession: async (code: string): Promise<Session> =>
    (await call<Session>("session", { method: "POST", body: { code } })).data,
  /** Those that this browser is in, for a tab that is in none. */
  ownSessions: async (signal?: Signal): Promise<Session[]> =>
    (await call<Session[]>("sessions", { session: "none", signal })).data,
  session: (signal?: Signal) => get<Session>("session", signal),
  endSession: () => post<unknown>("session/end"),

  sessions: async (signal?: Signal) =>
    (await list<Schemas["ConsoleSession"]>("console-sessions", {}, signal)).data,
  endOtherSession: (id: string) => post<Schemas["ConsoleSession"]>(`console-sessions/${id}/end`),
  keys: (signal?: Signal) => get<ConsoleKey[]>("keys", signal),

  overview: (days: string, signal?: Signal) => get<Overview>(`overview?days=${days}`, signal),
  disputes: (query: Query, signal?: Signal) => list<Schemas["ListedDispute"]>("disputes", query, signal),
  attention: (query: Query, signal?: Signal) => list<Schemas["Attention"]>("attention", query, signal),

  resolve: (id: string) => post<Schemas["ResolvedAttention"]>(`attention/${id}/resolve`),

  payments: (query: Query, signal?: Signal) => list<ListedPayment>("payments", query, signal),
  payment: async (id: string, signal?: Signal): Promise<ListedPayment> => {
    const { data } = await list<ListedPayment>("payments", { svcPaymentId: id, include: "delivery" }, signal);
    // In a list it says more than when it is retrieved; one that is not there is an empty list.
    if (!data[0]) throw new CallError("There is no such payment.", 404);
    return data[0];
  },
  /** Refund, capture or cancel: once for each key, however often it is asked for. */
  move: (id: string, operation: MoneyOperation, { key, body }: { key: string; body: object }) =>
    call<Schemas["Payment"] | undefined>(`v1/payments/${id}/${operation}`, {
      method: "POST",
      body,
      idempotencyKey: key,
    }),
  /** The processor is asked for these: once for each look at a payment. */
  details: (id: string, signal?: Signal) => get<Schemas["PaymentDetails"]>(`payments/${id}/details`, signal),
  timeline: (id: string, signal?: Signal) => get<TimelineEntry[]>(`payments/${id}/timeline`, signal),

  events: (query: Query, signal?: Signal) => list<ListedEvent>("events", query, signal),
  event: (id: string, signal?: Signal) => get<RecordedEvent>(`events/${id}`, signal),
  redeliver: (id: string, force: boolean) =>
    post<Schemas["AcceptedEvent"]>(`events/${id}/redeliver`, { force }),
  recover: (window: { since?: string; until?: string; by?: string }) =>
    post<Schemas["AcceptedRecovery"]>("events/recover", window),
  recovery: (id: string, signal?: Signal) => get<Schemas["Recovery"]>(`events/recoveries/${id}`, signal),

  endpoint: (signal?: Signal) => get<Schemas["CallbackEndpoint"]>("callback-endpoint", signal),
  health: (signal?: Signal) => get<Schemas["CallbackHealth"]>("callback-endpoint/health", signal),
  /** With the signing secret, where it is the first one. */
  setUrl: async (url: string) =>
    (await call<SetEndpoint>("v1/callback-endpoint", { method: "PUT", body: { url } })).data,
  /** Which events, and in whose words; the address stays. */
  choose: async (choice: { url: string; events: string[] | null; payload: string }) =>
    (await call<SetEndpoint>("v1/callback-endpoint", { method: "PUT", body: choice })).data,
  eventTypes: (signal?: Signal) => get<Schemas["EventType"][]>("event-types", signal),
  walletDomains: async (signal?: Signal) =>
    (await list<Schemas["WalletDomain"]>("wallet-domains", {}, signal)).data,
  addWalletDomain: (domainName: string) => post<Schemas["WalletDomain"]>("wallet-domains", { domainName }),
  checkWalletDomain: (id: string) => post<Schemas["WalletDomain"]>(`wallet-domains/${id}/validate`),
  rotateSecret: (graceSeconds: number) =>
    post<Schemas["RotatedSecret"]>("callback-endpoint/rotate-secret", { graceSeconds }),
  sendTestEvent: () => post<Schemas["AcceptedEvent"]>("callback-endpoint/test"),
  disable: () => post<Schemas["CallbackEndpoint"]>("callback-endpoint/disable"),
  enable: () => post<Schemas["CallbackEndpoint"]>("callback-endpoint/enable"),
  diagnose: (seen: { rawBody: string; signatureHeader: string }) =>
    post<Schemas["Diagnosis"]>("callback-endpoint/diagnose", seen),

  payouts: (query: Query, signal?: Signal) => list<Schemas["Payout"]>("payouts", query, signal),
  payout: (id: string, signal?: Signal) => get<Schemas["Payout"]>(`payouts/${id}`, signal),
  payoutLines: (id: string, query: Query, signal?: Signal) =>
    list<Schemas["PayoutLine"]>(`payouts/${id}/lines`, query, signal),
  file: async (path: string) => (await call<string>(`v1/${path}`, { asText: true })).data,
  /** As a form asks for it; `after`: where the next part begins. */
  movements: (form: FormData, after: string) =>
    call<string>(
      `v1/reports/movements.csv?${queryText({ ...(Object.fromEntries(form) as Query), ...(after && { after }) })}`,
      { asText: true },
    ),

  statements: (query: Query, signal?: Signal) =>
    list<Schemas["StatementSummary"]>("statements", query, signal),
  balance: (range: string, signal?: Signal) =>
    get<Schemas["BalanceReport"]>(`reports/balance${range}`, signal),
  statement: (date: string, signal?: Signal) => get<Schemas["Statement"]>(`statements/${date}`, signal),
};
