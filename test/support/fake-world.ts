import { randomBytes } from "node:crypto";
import { expect, vi } from "vitest";
import type { PostResult } from "../../shared/callbacks/post.ts";
import { FIRST_KEY_ID } from "../../shared/domain/access/callback-keys.ts";
import { type SecretBox, sealSecret } from "../../shared/domain/access/signing-secret.ts";
import { Failure, isRejection } from "../../shared/domain/failure.ts";
import {
  accountKey,
  deliveryKey,
  eventKey,
  type Key,
  merchantKey,
  paymentKey,
} from "../../shared/ledger/table.ts";
import type { PlatformEvent } from "../../shared/queues/queue.ts";
import { ValidationException } from "../simulation/ledger/expressions.ts";
import {
  type ConditionInput,
  FakeTable,
  type QueryInput,
  type UpdateInput,
} from "../simulation/ledger/fake-table.ts";
import type { Item } from "../simulation/ledger/values.ts";
import { deliveryItem, endpointIdOf, eventItem, type StoredEvent } from "./event-item.ts";

type Reference = { eventId: string; endpointId: string; deliveryRound: number; merchantId: string };
type SentCallback = Reference & { delaySeconds?: number };
type Callback = Reference & { visibleAt: number };
type AccountGiven = { linkedAt?: number; [attribute: string]: unknown };
type PaymentGiven = { svcPaymentId?: string; terms?: object; [attribute: string]: unknown };
type Visit = { pk: string; sk: string; visit: number; merchantId: string; delaySeconds?: number };

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Of the payment that most tests need one of. */
export const PAYMENT_ID = `svcpay_${"1".repeat(32)}`;

const CALLBACK_KEYS = { current: FIRST_KEY_ID, keys: { [FIRST_KEY_ID]: "key" } };

export const sealed = (plain: string, merchantId: string): SecretBox =>
  sealSecret(plain, CALLBACK_KEYS, { merchantId, random: randomBytes });

/** In the place of the ledger client's: the function was frozen before the write went out. */
class SentTooLate extends Error {}

/**
 * Ledger, queues and receivers in memory, on a clock that the test moves: for sizes that embedded servers cannot carry.
 * The flows are the real ones. Called at the top of a test file; flows are imported after `enter`.
 */
export class FakeWorld {
  now = Date.UTC(2026, 0, 5, 12);
  /** How far every index is behind. */
  indexLagMs = 0;
  /** Asked before every call to the ledger: true, and the function has died. */
  isKilled: (call: "read" | "write") => boolean = () => false;
  /** In the place of the table's own query, which looks through a whole partition: for very large ones. */
  query: (input: QueryInput) => Item[] = (input) => this.table.query(input);
  /** A page may end before its limit, where its items are large. */
  isPageCutOff: (items: Item[], input: QueryInput) => boolean = (items, { Limit }) => items.length === Limit;
  /** The application whose intents are ours, once it is known. */
  applicationId: string | undefined;
  /** Whether the processor's key moves real money. */
  isLive = false;
  /** Whether the reply to each write is lost once, so that the SDK sends it again. */
  losesReplies = false;
  /** Whether no message can be sent. */
  isQueueAway = false;
  /** Called at every read: a test may let time pass there. */
  onRead: () => void = () => {};
  /** What another function does right before an update. */
  beforeUpdate?: ((key: Key) => Promise<void>) | undefined;
  readonly table = new FakeTable({ now: () => this.now, indexLagMs: () => this.indexLagMs });
  readonly callbacks: Callback[] = [];
  readonly visits: Visit[] = [];
  readonly deadLetters: string[] = [];
  readonly platformEvents: PlatformEvent[] = [];
  /** How often each event was posted, and how many messages were sent for it. */
  readonly posts = new Map<string, number>();
  readonly messages = new Map<string, number>();

  /** Right before the nth write from here on, or before each. */
  beforeWrite(nth: number | "each", happens: () => void): void {
    let writes = 0;
    this.isKilled = (call) => {
      if (call === "write" && (nth === "each" || ++writes === nth)) happens();
      return false;
    };
  }

  /** The function dies at its nth write, or just this one fails, and what it left can be looked at. */
  async dieAt(nth: number, run: () => Promise<unknown>, { isOnce = false } = {}): Promise<void> {
    let writes = 0;
    this.isKilled = (call) => call === "write" && (++writes === nth || (writes > nth && !isOnce));
    await expect(run()).rejects.toThrow("died");
    this.isKilled = () => false;
  }

  /** The queries from here on. */
  recordQueries(): QueryInput[] {
    const asked: QueryInput[] = [];
    this.query = (input) => {
      asked.push(input);
      return this.table.query(input);
    };
    return asked;
  }

  /** From here on the modules that go outside are this world's. */
  enter(): this {
    for (const queue of ["CALLBACK", "OPEN_WORK", "DEAD_LETTER"]) vi.stubEnv(`${queue}_QUEUE_URL`, queue);
    vi.stubEnv("ENVIRONMENT", "test");
    vi.stubEnv("METRICS", "off");
    vi.stubEnv("LOG_LEVEL", "SILENT");
    vi.spyOn(Date, "now").mockImplementation(() => this.now);
    vi.doMock("../../shared/ledger/client.ts", () => this.client);
    vi.doMock("../../shared/queues/queue.ts", () => this.queue);
    vi.doMock("../../shared/callbacks/post.ts", () => this.sender);
    vi.doMock("../../shared/runtime/secrets.ts", () => ({
      readCallbackKeys: async () => CALLBACK_KEYS,
      readProcessorKeys: async () => ({ secretKey: "", applicationId: this.applicationId }),
      isLiveMode: async () => this.isLive,
      forgetProcessorKeys: () => {},
    }));
    return this;
  }

  /** The processor is made up by the test, in the SDK's own types, as far as the flow asks it. */
  askMadeUp(stripe: object): void {
    vi.doMock("../../shared/processor/client.ts", () => {
      const ask = (call: (given: unknown) => Promise<unknown>) => call(stripe);
      const read = (call: (given: unknown) => Promise<unknown>) =>
        ask(call).catch((error) => {
          throw isRejection(error) ? new Failure("processor_unavailable", "No answer.", error.extras) : error;
        });
      return { callProcessor: ask, readFromProcessor: read };
    });
  }

  /** What is counted from here on, by its name. */
  recordCounts(): string[] {
    const counted: string[] = [];
    this.replaceInLogger({ count: (name: string) => counted.push(name), measure: () => {} });
    return counted;
  }

  /** What is logged from here on: level, message and fields. */
  recordLog(): unknown[][] {
    const logged: unknown[][] = [];
    this.replaceInLogger({ log: (...line: unknown[]) => logged.push(line) });
    return logged;
  }

  private readonly inLogger = {};

  /** Beside what was replaced before. */
  replaceInLogger(functions: Record<string, (...given: never[]) => unknown>): void {
    Object.assign(this.inLogger, functions);
    vi.doMock("../../shared/runtime/logger.ts", async (original) => ({
      ...(await original<object>()),
      ...this.inLogger,
    }));
  }

  private die(call: "read" | "write"): void {
    if (this.isKilled(call)) throw new Error("The function has died.");
  }

  /** In the place of shared/ledger/client.ts. */
  private readonly client = {
    getItem: async (key: Key) => this.read(() => this.table.get(key)),
    getItems: async (keys: Key[]) =>
      keys.length === 0 ? [] : this.read(() => eachOnce(keys).flatMap((key) => this.table.get(key) ?? [])),
    sendQuery: async (input: QueryInput) =>
      this.read(() => {
        const items = this.query(input);
        return { items, isCutOff: this.isPageCutOff(items, input) };
      }),
    sendCount: async (input: QueryInput) => this.read(() => this.table.count(input)),
    sendPut: async (item: Item & Key, input: ConditionInput, { notAfterMs }: { notAfterMs?: number } = {}) =>
      this.write(() => {
        if (notAfterMs !== undefined && this.now > notAfterMs) throw new SentTooLate();
        return this.table.put(item, input);
      }),
    sendUpdate: async (key: Key, input: UpdateInput, { notAfterMs }: { notAfterMs?: number } = {}) => {
      // Without it the write happens at once: some tests write in the middle of another's write.
      if (this.beforeUpdate) await this.beforeUpdate(key);
      return this.write(() => {
        if (notAfterMs !== undefined && this.now > notAfterMs) throw new SentTooLate();
        return this.table.update(key, input);
      });
    },
    putNewItem: async (item: Item & Key) =>
      this.write(() => this.table.put(item, { ConditionExpression: "attribute_not_exists(pk)" }).written),
    isTooLarge: (error: unknown) =>
      error instanceof ValidationException && error.message.startsWith("Item size"),
    SentTooLate,
  };

  private read<T>(look: () => T): T {
    this.die("read");
    this.onRead();
    return look();
  }

  private write<T>(change: () => T): T {
    this.die("write");
    if (this.losesReplies) change();
    return change();
  }

  /** In the place of shared/queues/queue.ts, as far as flows of the due list send. */
  private readonly queue = {
    sendCallbacks: async (sent: SentCallback[]) => {
      if (this.isQueueAway && sent.length > 0) throw new Error("The queue is away.");
      for (const { eventId, endpointId, deliveryRound, merchantId, delaySeconds = 0 } of sent) {
        this.messages.set(eventId, (this.messages.get(eventId) ?? 0) + 1);
        const visibleAt = this.now + delaySeconds * 1000;
        this.callbacks.push({ eventId, endpointId, deliveryRound, merchantId, visibleAt });
      }
    },
    sendCallback: async (sent: SentCallback) => this.queue.sendCallbacks([sent]),
    sendDeadLetter: async ({ eventId }: SentCallback) => {
      if (this.isQueueAway) throw new Error("The queue is away.");
      this.deadLetters.push(eventId);
    },
    sendPlatformEvent: async (event: PlatformEvent) => {
      if (this.isQueueAway) throw new Error("The queue is away.");
      this.platformEvents.push(event);
    },
    sendVisits: async (sent: Visit[]) => {
      if (this.isQueueAway && sent.length > 0) throw new Error("The queue is away.");
      this.visits.push(...sent);
    },
  };

  /** What every receiver answers. */
  answer: () => PostResult = () => ({ ok: true, milliseconds: 1, status: 200 });

  /** Called with every post, as it goes out. */
  onPost: (headers: Record<string, string>, body: Uint8Array) => void = () => {};

  /** In the place of shared/callbacks/post.ts. */
  private readonly sender = {
    post: async (_url: string, headers: Record<string, string>, body: Uint8Array) => {
      this.onPost(headers, body);
      const eventId = String(headers["Svc-Event-Id"]);
      this.posts.set(eventId, (this.posts.get(eventId) ?? 0) + 1);
      return this.answer();
    },
  };

  /** Takes the messages out of the queue that can be seen by now. */
  takeCallbacks(): Callback[] {
    const visible = this.callbacks.filter(({ visibleAt }) => visibleAt <= this.now);
    const hidden = this.callbacks.filter(({ visibleAt }) => visibleAt > this.now);
    this.callbacks.splice(0, this.callbacks.length, ...hidden);
    return visible;
  }

  emptyTable(): void {
    for (const { pk, sk } of this.table.all()) this.table.expire({ pk, sk } as Key);
  }

  /** Attributes of what is stored; without the undefined ones. */
  change(key: Key, given: object): void {
    this.table.put({ ...this.table.peek(key), ...key, ...given }, {});
  }

  /** As the merchant's own, whose server is told of it. */
  putAccount(
    merchantId: string,
    processorAccountId: string,
    { linkedAt = 1, ...given }: AccountGiven = {},
  ): void {
    this.change(merchantKey(merchantId), { account: { processorAccountId, ...given } });
    this.table.put({ ...accountKey(processorAccountId), merchantId, linkedAt }, {});
  }

  /** A payment of 10.00 that was made and is not paid, but for what is said otherwise. */
  putPayment({ svcPaymentId = PAYMENT_ID, terms, ...given }: PaymentGiven = {}): void {
    this.table.put(
      {
        ...paymentKey(svcPaymentId),
        ...{ svcPaymentId, merchantId: "mer_1", state: "completed", keyNumber: 1, version: 1, createdAt: 1 },
        ...{ processorPaymentIntentId: "pi_1", status: "requires_payment_method" },
        terms: {
          ...{ connectedAccountId: "acct_1", amountCents: 1000, applicationFeeCents: 0, currency: "usd" },
          ...{ captureMethod: "automatic", ...terms },
        },
        ...given,
      },
      {},
    );
  }

  putMerchant(merchantId: string): void {
    const box = sealed("whsec_c2VjcmV0", merchantId);
    const secrets = [{ box, createdAt: this.now, endsAt: null }];
    const endpoint = {
      endpointId: endpointIdOf(merchantId),
      url: "https://shop.example/callbacks",
      secrets,
      disabled: false,
    };
    const callbackEndpoints = { version: 1, list: [endpoint] };
    this.table.put({ ...merchantKey(merchantId), merchantId, account: null, callbackEndpoints }, {});
  }

  /** Of the merchant's only endpoint. */
  changeEndpoint(merchantId: string, given: object): void {
    const merchant = this.table.peek(merchantKey(merchantId)) ?? {};
    const { version, list } = merchant.callbackEndpoints as { version: number; list: object[] };
    const changed = { version: version + 1, list: list.map((endpoint) => ({ ...endpoint, ...given })) };
    this.table.put({ ...merchant, ...merchantKey(merchantId), callbackEndpoints: changed }, {});
  }

  putEvent(event: { eventId: string; merchantId: string }, stored: StoredEvent): void {
    this.table.put(eventItem(event, stored), {});
    if (stored.delivery !== "none") this.table.put(deliveryItem(event, stored), {});
  }

  eventOf = (eventId: string): Item => this.table.peek(eventKey(eventId)) ?? {};

  deliveryOf = (eventId: string): Item =>
    this.table.peek(deliveryKey(eventId, endpointIdOf(String(this.eventOf(eventId).merchantId)))) ?? {};
}

/** What a made-up processor says of an account that we have lost. */
export const lostAccounts = {
  retrieve: async () => {
    throw new Failure("processor_rejected", "Not yours.", { processorCode: "account_invalid" });
  },
};

/** As the ledger's client asks: an index may show one key twice. */
const eachOnce = (keys: Key[]): Key[] => [
  ...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values(),
];
