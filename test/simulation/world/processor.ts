import { answerApi } from "../../../infra/simulator/api/answer-api.ts";
import { describeRequest } from "../../../infra/simulator/http/received-request.ts";
import { runDueJobs } from "../../../infra/simulator/jobs/due-jobs.ts";
import {
  deauthorizeAccount,
  ENABLED,
  findAccount,
  setAccountState,
  v2FactsId,
} from "../../../infra/simulator/resources/account-state.ts";
import { moveMoney } from "../../../infra/simulator/resources/balance.ts";
import { failPayout, makePayoutsAtOnce } from "../../../infra/simulator/resources/payout-course.ts";
import { failRefund, settleWaitingRefunds } from "../../../infra/simulator/resources/refund-outcome.ts";
import type { Kind, Kinds } from "../../../infra/simulator/storage/kinds.ts";
import {
  type DueDelivery,
  dueDeliveries,
  nextDeliveryAtMs,
  recordDelivery,
} from "../../../infra/simulator/webhooks/due-deliveries.ts";
import { createWorld } from "../../../infra/simulator/world/create-world.ts";
import type { Fault } from "../../../infra/simulator/world/faults.ts";
import { NO_CAUSE, openScope, PLATFORM, type Scope } from "../../../infra/simulator/world/scope.ts";
import type { World } from "../../../infra/simulator/world/world.ts";
import { isFollowed, isFollowedThin } from "../../../shared/domain/events/event-types.ts";
import type { FaultKind } from "./faults.ts";
import type { Simulation } from "./simulation.ts";
import { strangeWebhook } from "./strange-webhooks.ts";
import type { WebhookDoor } from "./webhook-door.ts";

export const KEYS = { secretKey: "sk_test_simulation", publishableKey: "pk_test_simulation" };
export const WEBHOOK_SECRET = "whsec_simulation_of_the_processor";

export type ApiRequest = { method: string; path: string; headers: Record<string, string>; body: string };
export type ApiAnswer = { status: number; headers: Record<string, string>; body: string };
export type Webhook = { eventId: string; type: string; account: string; body: string; signature: string };

const ANSWERED_FAULTS: [FaultKind, Fault["kind"]][] = [
  ["processor-500", "error"],
  ["processor-500-applied", "error_applied"],
  ["processor-429", "rate_limit"],
  ["processor-key-in-use", "key_in_use"],
];

/** Less than what is refunded through the service, so that the two can be told apart. */
const DASHBOARD_CENTS: [number, number] = [50, 99];

/** What has few occasions must take more of them. */
const MORE_OFTEN = 4;

/** What the merchant's people send when they take a payment themselves. */
const PAID_BY_CARD = {
  currency: "usd",
  "automatic_payment_methods[enabled]": "true",
  "automatic_payment_methods[allow_redirects]": "never",
  payment_method: "pm_card_visa",
  confirm: "true",
};

/** Less than any order is for. */
const FORGED_CENTS = 100;

const isCreation = ({ method, path }: ApiRequest): boolean =>
  method === "POST" && path === "/v1/payment_intents";

/** The reader that is sent a payment or a refund. */
const readerOf = ({ path }: ApiRequest): string | undefined =>
  /^\/v1\/terminal\/readers\/(\w+)\/(?:process_payment_intent|refund_payment)$/.exec(path)?.[1];

const isRefund = ({ method, path }: ApiRequest): boolean => method === "POST" && path === "/v1/refunds";

/** No day has a hundred refunds of one payment: here a page holds one. */
const withShortPages = (request: ApiRequest): ApiRequest =>
  request.path.startsWith("/v1/refunds?")
    ? { ...request, path: request.path.replace("limit=100", "limit=1") }
    : request;

const faultOf = (kind: Fault["kind"]): Fault => ({ method: "*", path: "*", kind, times: 1, delayMs: 0 });

const jsonAnswer = (status: number, body: object): ApiAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const forbidden = (code: object): ApiAnswer =>
  jsonAnswer(403, { error: { type: "invalid_request_error", message: "No.", ...code } });

/** Before it looks at anything: for a moment the platform has no access. */
const TURNED_AWAY = forbidden({ code: "account_invalid" });
/** For a moment our key lacks a right: with and without a code. */
const RIGHTLESS = [{}, { code: "more_permissions_required" }].map(forbidden);
/** Or it seems to have lost the account; what the account itself says is believed, so there it would be no fault. */
const RIGHTLESS_OR_LOST = [...RIGHTLESS, TURNED_AWAY];

/** Not the processor's word, but that of something in between. */
const NOT_THE_PROCESSOR: ApiAnswer[] = [400, 403, 404, 407, 502].map((status) =>
  jsonAnswer(status, { message: "Blocked on the way." }),
);

/** It believes to have seen the key with other parameters. */
const KEY_CONFLICT = jsonAnswer(400, { error: { type: "idempotency_error", message: "Other parameters." } });

const ENDPOINT = { url: "https://service.example/webhooks", secret: WEBHOOK_SECRET, connect: true };

/** The second sends thin events, of accounts that v2 has made. */
const ENDPOINTS = [ENDPOINT, { ...ENDPOINT, thin: true as const }];

/** The processor's simulator in this process: its API answers at once, its jobs and webhooks follow virtual time. */
export class Processor {
  private readonly simulation: Simulation;
  private readonly world: World;
  private readonly deliver: (webhook: Webhook) => Promise<boolean>;
  private readonly tellStrange: WebhookDoor["tellStrange"];
  private plannedAt = Number.POSITIVE_INFINITY;
  private requests = 0;
  private readonly keys = new Set<string>();

  constructor(simulation: Simulation, door: WebhookDoor) {
    this.simulation = simulation;
    this.deliver = door.deliver;
    this.tellStrange = door.tellStrange;
    this.world = createWorld({
      ...KEYS,
      database: ":memory:",
      nowMs: () => simulation.clock.now,
      randomInt: simulation.chance("processor").below,
      webhooks: ENDPOINTS,
    });
    // What v1 shows of accounts that v2 has made is not settled.
    const accounts = simulation.chance("accounts-in-v1");
    for (const name of ["v2MetadataInV1", "v2AccountsInV1List", "v2AccountEventsInV1"] as const)
      this.world.switches[name] = accounts.happens(0.5);
    if (accounts.happens(0.3)) this.world.switches.v2AccountHiddenSeconds = accounts.between(1, 600);
    // Fact 22: on its worst days.
    if (simulation.faults.exists("search-lag")) this.world.switches.searchLagSeconds = 3_600;
  }

  close = (): void => this.world.store.close();

  /** A request of the service, which the processor may answer wrongly. */
  answer(sent: ApiRequest): ApiAnswer {
    const request = withShortPages(sent);
    const { faults } = this.simulation;
    const isRepeated = this.isKnownKey(request);
    if (request.method === "POST" && faults.strikes("processor-turned-away", isRepeated ? MORE_OFTEN : 1))
      return TURNED_AWAY;
    if (isRepeated && faults.strikes("processor-key-conflict", MORE_OFTEN)) return KEY_CONFLICT;
    const chance = this.simulation.chance("faults");
    if (request.method === "GET" && faults.strikes("processor-403", MORE_OFTEN))
      return chance.oneOf(request.path.startsWith("/v1/accounts/") ? RIGHTLESS : RIGHTLESS_OR_LOST);
    if (faults.strikes("processor-no-error")) return chance.oneOf(NOT_THE_PROCESSOR);
    if (isCreation(request) && faults.strikes("forged-intent", MORE_OFTEN)) this.forgeIntent(request);
    const kind = ANSWERED_FAULTS.find(([fault]) => faults.strikes(fault))?.[1];
    const applies = kind && (request.method === "POST" || kind === "rate_limit");
    if (!applies && request.method === "POST" && faults.strikes("processor-500-late"))
      return this.answerBeforeItIsDone(request);
    const fault = applies ? faultOf(kind) : undefined;
    const isFailing = isRefund(request) && faults.strikes("refund-fails", MORE_OFTEN);
    const answer = isFailing ? this.failRefund(request, fault) : this.perform(request, fault);
    this.lookAtDashboard(request, answer);
    return answer;
  }

  /** It answers a refund that has failed: it gave nothing back, and never will. */
  private failRefund(request: ApiRequest, fault: Fault | undefined): ApiAnswer {
    const { nextRefunds } = this.world;
    nextRefunds.push("failed");
    const answer = this.perform(request, fault);
    // Where the request was rejected, or repeated, no refund has taken it.
    nextRefunds.length = 0;
    return answer;
  }

  readonly forgedIntents = new Set<string>();
  /** Intents whose metadata was edited, and whose payments they are all the same. */
  readonly editedIntents = new Map<string, string>();

  /** Whose payment an intent is, whatever its metadata says by now. */
  paymentOf = ({ id, metadata }: { id: string; metadata: Record<string, string> }): string =>
    this.editedIntents.get(id) ?? metadata.svcPaymentId ?? "";

  /** The account's owner has computed the id of a payment that is being created, and pays less under it. */
  private forgeIntent({ headers, body }: ApiRequest): void {
    const sent = new URLSearchParams(body);
    const { id } = this.ask<{ id: string }>(
      "POST",
      "/v1/payment_intents",
      {
        ...PAID_BY_CARD,
        amount: String(FORGED_CENTS),
        "metadata[svcPaymentId]": sent.get("metadata[svcPaymentId]") ?? "",
        "metadata[svcEnv]": sent.get("metadata[svcEnv]") ?? "",
      },
      headers["stripe-account"],
    );
    this.forgedIntents.add(id);
    this.simulation.tell("dashboard", () => `forges ${id}, which names a payment of ours`);
  }

  /** Intents that the merchant has made itself, which name no payment of ours. */
  readonly ownIntents = new Set<string>();

  sellAlone(accountId: string, { amountCents, isHold }: { amountCents: number; isHold: boolean }): string {
    const { id } = this.ask<{ id: string }>(
      "POST",
      "/v1/payment_intents",
      {
        ...PAID_BY_CARD,
        amount: String(amountCents),
        ...(isHold && { capture_method: "manual" }),
      },
      accountId,
    );
    this.ownIntents.add(id);
    return id;
  }

  hasSeen = (key: string): boolean => this.keys.has(key);

  /** Whether it has seen the request's key before. */
  private isKnownKey({ headers }: ApiRequest): boolean {
    const key = headers["idempotency-key"];
    if (key === undefined) return false;
    const isKnown = this.keys.has(key);
    this.keys.add(key);
    return isKnown;
  }

  /** A 500, saved under its key; and minutes later it is done after all, as the processor itself warns. */
  private answerBeforeItIsDone(request: ApiRequest): ApiAnswer {
    const answer = this.perform(request, faultOf("error"));
    // Rejected before, or a repetition: nothing is being done.
    if (answer.status !== 500 || answer.headers["Idempotent-Replayed"]) return answer;
    const { "idempotency-key": _, ...keyless } = request.headers;
    // v2 saves no failure: what it does later answers to the key.
    const headers = request.path.startsWith("/v2/") ? request.headers : keyless;
    this.simulation.clock.after(this.simulation.chance("faults").between(1_000, 600_000), () => {
      const before = this.replaced.length;
      const done = this.perform({ ...request, headers });
      // Up to ten minutes after its answer no lease could keep it from replacing what a reader does by then,
      // nor keep whoever looked at the reader before from replacing it.
      this.replaced.length = before;
      const reader = readerOf(request);
      if (reader && done.status === 200) this.startedLate.add(reader);
      this.simulation.tell("processor", () => `does ${request.path} after all: ${done.status}`);
      this.lookAtDashboard(request, done);
    });
    return answer;
  }

  /** The merchant's people see a payment at the processor, and cancel or refund it there. */
  private lookAtDashboard({ method, path, headers }: ApiRequest, { status, body }: ApiAnswer): void {
    const { faults } = this.simulation;
    if (method !== "POST" || status !== 200) return;
    const isNew = path === "/v1/payment_intents" && faults.strikes("dashboard-cancel", MORE_OFTEN);
    const isPaid =
      (path.endsWith("/confirm") && faults.strikes("dashboard-refund", MORE_OFTEN)) ||
      (path.endsWith("/capture") && faults.strikes("dashboard-refund", 3 * MORE_OFTEN));
    if (!isNew && !isPaid) return;
    const { id } = JSON.parse(body) as { id: string };
    const chance = this.simulation.chance("faults");
    const account = headers["stripe-account"];
    this.simulation.clock.after(chance.between(1, chance.oneOf([100, 3_000, 12_000, 90_000])), () => {
      if (isPaid) return this.refundAtDashboard(id, account);
      this.simulation.tell("dashboard", () => `cancels ${id}`);
      this.ask("POST", `/v1/payment_intents/${id}/cancel`, {}, account);
    });
  }

  /** A part of it, which the ledger hears of by webhook. */
  refundAtDashboard(id: string, account: string | undefined): void {
    const amount = this.simulation.chance("faults").between(...DASHBOARD_CENTS);
    this.simulation.tell("dashboard", () => `refunds ${amount} of ${id}`);
    this.ask("POST", "/v1/refunds", { payment_intent: id, amount: String(amount) }, account);
  }

  /** A buyer's request, or the simulation's own. */
  ask<T>(method: string, path: string, form: Record<string, string>, account?: string): T {
    const request = {
      method,
      path,
      headers: {
        authorization: `Bearer ${KEYS.secretKey}`,
        ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
        ...(account && { "stripe-account": account }),
      },
      body: new URLSearchParams(form).toString(),
    };
    const answer = this.perform(request);
    this.lookAtDashboard(request, answer);
    const { status, body: text } = answer;
    // A seed that only seems to change something shows nothing.
    if (text.includes("is not simulated")) throw new Error(`The simulator lacks ${method} ${path}: ${text}`);
    if (status >= 400) this.simulation.tell("processor", () => `rejects ${method} ${path} with ${status}`);
    return JSON.parse(text) as T;
  }

  /** What was done before the day begins: no webhook tells of it. */
  beforehand<T>(work: () => T): T {
    const { disabledEndpoints } = this.world;
    disabledEndpoints.add(0);
    try {
      return work();
    } finally {
      disabledEndpoints.delete(0);
    }
  }

  /** While it is switched off, the processor does not even try to deliver. */
  switchWebhooks(isOn: boolean): void {
    const { disabledEndpoints } = this.world;
    for (const endpoint of ENDPOINTS.keys())
      if (isOn) disabledEndpoints.delete(endpoint);
      else disabledEndpoints.add(endpoint);
    this.wake();
  }

  /** The merchant takes its account away from the platform. */
  deauthorize(accountId: string): void {
    deauthorizeAccount(this.world, accountId, NO_CAUSE);
    this.wake();
  }

  enable(accountId: string): void {
    const account = findAccount(this.world, accountId);
    if (account) setAccountState(this.world, account, ENABLED, NO_CAUSE);
    this.wake();
  }

  /** Books a line that nobody has asked for. */
  book(accountId: string, amount: number): void {
    const line = { type: "adjustment", category: "other_adjustment", source: null } as const;
    const currency = findAccount(this.world, accountId)?.default_currency ?? "usd";
    this.inAccount(accountId, (scope) => void moveMoney(scope, { ...line, amount, currency }));
  }

  /** Pays out at once what would be available in days: then also while the faults last. */
  payOut(accountId: string): void {
    this.inAccount(accountId, makePayoutsAtOnce);
  }

  /** The bank sends a payout back. */
  failPayout(accountId: string, payoutId: string): void {
    this.inAccount(accountId, (scope) => {
      const payout = scope.find("payout", payoutId);
      if (payout) failPayout(scope, payout, "account_closed");
    });
  }

  failMadeRefund(accountId: string, refundId: string): void {
    this.inAccount(accountId, (scope) => {
      const refund = scope.find("refund", refundId);
      if (refund) failRefund(scope, refund, "expired_or_canceled_card");
    });
  }

  /** Whether there is money for refunds; when there is again, those that waited for it go their way. */
  setFunds(accountId: string, areSufficient: boolean): void {
    const { accountsWithoutFunds } = this.world;
    if (!areSufficient) accountsWithoutFunds.add(accountId);
    else if (accountsWithoutFunds.delete(accountId)) this.inAccount(accountId, settleWaitingRefunds);
  }

  private inAccount(accountId: string, act: (scope: Scope) => void): void {
    const { store } = this.world;
    store.atomically(() => act(openScope(this.world, accountId, NO_CAUSE)));
    this.wake();
  }

  /** Which payments the processor has taken for which reader. */
  readonly processed = new Set<string>();

  /** Which readers were sent a payment while they waited for the card of another one. */
  readonly replaced: string[] = [];

  /** Readers whose last command was done minutes after it was answered. */
  private readonly startedLate = new Set<string>();

  /** Whatever was answered: the reader's own action says it. */
  private noteProcessed(request: ApiRequest, perform: () => void): void {
    const reader = readerOf(request);
    if (!reader) {
      perform();
      return;
    }
    const wasStartedLate = this.startedLate.delete(reader);
    const account = request.headers["stripe-account"] ?? "";
    const collected = () => {
      const { action } = this.list("terminal.reader", account).find(({ id }) => id === reader) ?? {};
      const intentId = (action?.refund_payment ?? action?.process_payment_intent)?.payment_intent;
      const intent = this.list("payment_intent", account).find(({ id }) => id === intentId);
      return { isWaiting: action?.status === "in_progress", payment: intent && this.paymentOf(intent) };
    };
    const before = collected();
    perform();
    const { payment } = collected();
    if (payment) this.processed.add(`${reader} ${payment}`);
    if (before.isWaiting && payment !== before.payment && !wasStartedLate)
      this.replaced.push(`${reader} waited for the card of ${before.payment} and was sent ${payment}`);
  }

  /** At a location of its own. */
  registerReader(accountId: string): string {
    const address = {
      line1: "1 Main St",
      city: "Springfield",
      state: "IL",
      postal_code: "62701",
      country: "US",
    };
    const form = Object.entries(address).map(([name, value]) => [`address[${name}]`, value]);
    const location = this.ask<{ id: string }>(
      "POST",
      "/v1/terminal/locations",
      { display_name: "Till", ...Object.fromEntries(form) },
      accountId,
    );
    const reader = { registration_code: "simulated-wpe", location: location.id };
    return this.ask<{ id: string }>("POST", "/v1/terminal/readers", reader, accountId).id;
  }

  /** Rejected where the reader waits for none. */
  presentCard(accountId: string, reader: string, number: string): void {
    const path = `/v1/test_helpers/terminal/readers/${reader}/present_payment_method`;
    this.ask("POST", path, { type: "card_present", "card_present[number]": number }, accountId);
  }

  /** Also for its refund. */
  presentInterac(accountId: string, reader: string): void {
    const path = `/v1/test_helpers/terminal/readers/${reader}/present_payment_method`;
    this.ask("POST", path, { type: "interac_present" }, accountId);
  }

  setReader(accountId: string, id: string, status: "online" | "offline"): void {
    this.inAccount(accountId, (scope) => {
      const reader = scope.find("terminal.reader", id);
      if (reader) scope.save({ ...reader, status });
    });
  }

  accounts = (): Kinds["account"][] => this.list("account", PLATFORM);

  /** The accounts that were made for a merchant, by whichever API. */
  accountsOf = (merchantId: string): string[] =>
    this.accounts()
      .map(({ id }) => id)
      .filter((id) => this.ownerOf(id) === merchantId);

  isOfV2 = (accountId: string): boolean => this.v2FactsOf(accountId) !== undefined;

  /** Of an account that the platform still has. */
  ownerOf(accountId: string): string | undefined {
    const metadata = this.v2FactsOf(accountId)?.metadata ?? findAccount(this.world, accountId)?.metadata;
    return metadata?.svcMerchantId;
  }

  private v2FactsOf = (accountId: string) =>
    this.world.store.objects.find("v2_account", PLATFORM, v2FactsId(accountId));

  list<K extends Kind>(kind: K, account: string): Kinds[K][] {
    return this.world.store.objects.list(kind, account, { limit: 1000 }).data;
  }

  private perform(request: ApiRequest, fault?: Fault): ApiAnswer {
    const id = `req_${++this.requests}`;
    const { method, path: target, headers, body } = request;
    const describing = describeRequest({ id, method, target, headers, body });
    let answer: ReturnType<typeof answerApi> | undefined;
    this.noteProcessed(request, () => {
      answer = answerApi(this.world, describing, fault);
    });
    if (!answer) throw new Error("Nothing was answered.");
    if (method === "POST") this.wake();
    return { ...answer, headers: answer.headers ?? {} };
  }

  private wake(): void {
    this.plan(this.simulation.clock.now);
  }

  private plan(at: number): void {
    if (at >= this.plannedAt) return;
    this.plannedAt = at;
    this.simulation.clock.at(at, () => {
      if (this.plannedAt !== at) return;
      this.plannedAt = Number.POSITIVE_INFINITY;
      this.work();
    });
  }

  private work(): void {
    const { now } = this.simulation.clock;
    runDueJobs(this.world);
    for (const due of dueDeliveries(this.world, { untilMs: now, limit: 100 })) this.send(due);
    const next = [this.world.store.jobs.nextDueAtMs(), nextDeliveryAtMs(this.world, now)];
    this.plan(Math.min(...next.map((at) => at ?? Number.POSITIVE_INFINITY)));
  }

  private send({ delivery, event, body, headers }: DueDelivery): void {
    const { clock, faults } = this.simulation;
    const chance = this.simulation.chance("webhooks");
    const { id, type } = event;
    const account = (event.object === "event" ? event.account : event.related_object.id) ?? "";
    // An endpoint names the types that it wants.
    if (!isFollowed(type) && !isFollowedThin(type)) {
      recordDelivery(this.world, delivery, true);
      return;
    }
    const webhook = { eventId: id, type, account, body, signature: headers["Stripe-Signature"] };
    // Until its result is known it is on its way.
    this.world.store.deliveries.postpone(delivery.seq, delivery.attempts, clock.now + 60_000);
    const delayMs = faults.strikes("webhook-late") ? chance.between(1_000, 200_000) : chance.between(5, 800);
    clock.after(delayMs, () => {
      if (faults.strikes("webhook-twice")) void this.deliver(webhook);
      if (faults.strikes("webhook-strange", MORE_OFTEN))
        void this.tellStrange(strangeWebhook(webhook, chance));
      void this.deliver(webhook).then((isAcknowledged) => {
        const isHeard = isAcknowledged && !faults.strikes("webhook-reply-lost");
        recordDelivery(this.world, delivery, isHeard);
        this.wake();
      });
    });
  }
}
