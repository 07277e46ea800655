import {
  diagnoseCallback,
  disableCallbackEndpoint,
  enableCallbackEndpoint,
  getCallbackEndpoint,
  rotateCallbackSecret,
  setCallbackEndpoint,
  testCallbackEndpoint,
} from "../shared/contract/callback-endpoint.ts";
import { getEvent, listEvents, recoverEvents, redeliverEvent } from "../shared/contract/events.ts";
import {
  createAccount,
  createOnboardingLink,
  getOnboardingStatus,
  refreshOnboardingStatus,
} from "../shared/contract/onboarding.ts";
import type { Operation } from "../shared/contract/operation.ts";
import { getPayment } from "../shared/contract/payment.ts";
import { getPaymentTimeline, listPayments } from "../shared/contract/payment-lists.ts";
import { capturePayment, createPayment, refundPayment } from "../shared/contract/payments.ts";
import { OPENAPI_ROUTE, type Route, WEBHOOK_ROUTE } from "../shared/contract/routes.ts";
import {
  createConnectionToken,
  createLocation,
  listLocations,
  listReaders,
  registerReader,
} from "../shared/contract/terminal.ts";

/**
 * What runs, as plain data: which function serves which route and what it may touch. The CDK stack and the local
 * stack are two readings of this table, so neither can have what the other lacks.
 */
export type { Route };

export type SecretName = "processor" | "webhook" | "callback-key";

export type QueueName = "callbacks" | "recoveries" | "dead-letters";

export type FunctionSpec = {
  name: string;
  /** The file that exports `handler`. */
  entry: string;
  /** "default": whatever no route matches. Empty for a function that a queue invokes. */
  routes: readonly Route[] | "default";
  table: "none" | "read" | "read-write";
  /** The table's indexes that it queries, by the names in shared/ledger/table.ts. */
  indexes?: readonly string[];
  secrets: readonly SecretName[];
  sends?: readonly QueueName[];
  consumes?: { queue: QueueName; batchSize: number; maximumConcurrency: number };
  /** Reads the platform's default fee policy. */
  fees?: boolean;
  timeoutSeconds: number;
  memoryMegabytes: number;
};

/** Above every client's own timeouts, below API Gateway's 30 s, and far below a claim's lease. */
const API_TIMEOUT_SECONDS = 25;

/** More memory is more CPU: module evaluation, the dominant cold cost, shrinks with it up to about this size. */
const MEMORY_MEGABYTES = 512;

/** A batch of ten posts at once, each of at most 10 s, and the ledger's calls around them. */
const DELIVERY_TIMEOUT_SECONDS = 30;

/** A recovery stops of itself after 10 s, between pages. */
const RECOVERY_TIMEOUT_SECONDS = 30;

type Access = Pick<FunctionSpec, "table" | "indexes" | "secrets" | "sends" | "fees">;

const endpoint = ({ name, method, path }: Operation, folder: string, access: Access): FunctionSpec => ({
  name,
  entry: `functions/${folder}/${name}.ts`,
  routes: [{ method, path }],
  timeoutSeconds: API_TIMEOUT_SECONDS,
  memoryMegabytes: MEMORY_MEGABYTES,
  ...access,
});

const MOVES_MONEY: Access = { table: "read-write", secrets: ["processor"] };

/** Terminal objects live at the processor alone; the ledger only says whose they are. */
const ASKS_PROCESSOR: Access = { table: "read", secrets: ["processor"] };

const READS: Access = { table: "read", secrets: [] };

const FOLLOWS_ACCOUNT: Access = { table: "read-write", secrets: ["processor"] };

const MAKES_SECRETS: Access = { table: "read-write", secrets: ["callback-key"] };

const keyless = (name: string, routes: FunctionSpec["routes"]): FunctionSpec => ({
  name,
  entry: `functions/${name}.ts`,
  routes,
  table: "none",
  secrets: [],
  timeoutSeconds: 5,
  memoryMegabytes: 256,
});

export const FUNCTIONS: readonly FunctionSpec[] = [
  endpoint(createPayment, "payments", { ...MOVES_MONEY, fees: true }),
  endpoint(capturePayment, "payments", MOVES_MONEY),
  endpoint(refundPayment, "payments", MOVES_MONEY),
  endpoint(getPayment, "payments", READS),
  endpoint(listPayments, "payments", { ...READS, indexes: ["payments-by-merchant", "payments-by-order"] }),
  endpoint(getPaymentTimeline, "payments", { ...READS, indexes: ["events-by-payment"] }),
  endpoint(createConnectionToken, "terminal", ASKS_PROCESSOR),
  endpoint(createLocation, "terminal", ASKS_PROCESSOR),
  endpoint(listLocations, "terminal", ASKS_PROCESSOR),
  endpoint(registerReader, "terminal", ASKS_PROCESSOR),
  endpoint(listReaders, "terminal", ASKS_PROCESSOR),
  endpoint(createAccount, "onboarding", FOLLOWS_ACCOUNT),
  endpoint(getOnboardingStatus, "onboarding", READS),
  endpoint(refreshOnboardingStatus, "onboarding", FOLLOWS_ACCOUNT),
  endpoint(createOnboardingLink, "onboarding", ASKS_PROCESSOR),
  endpoint(listEvents, "events", { ...READS, indexes: ["events-by-merchant", "events-by-payment"] }),
  endpoint(getEvent, "events", READS),
  endpoint(redeliverEvent, "events", { table: "read-write", secrets: [], sends: ["callbacks"] }),
  endpoint(recoverEvents, "events", { ...READS, sends: ["recoveries"] }),
  endpoint(getCallbackEndpoint, "callback-endpoint", READS),
  endpoint(setCallbackEndpoint, "callback-endpoint", MAKES_SECRETS),
  endpoint(rotateCallbackSecret, "callback-endpoint", MAKES_SECRETS),
  endpoint(disableCallbackEndpoint, "callback-endpoint", { table: "read-write", secrets: [] }),
  endpoint(enableCallbackEndpoint, "callback-endpoint", {
    table: "read-write",
    secrets: [],
    sends: ["recoveries"],
  }),
  endpoint(testCallbackEndpoint, "callback-endpoint", {
    table: "read-write",
    secrets: [],
    sends: ["callbacks"],
  }),
  endpoint(diagnoseCallback, "callback-endpoint", { table: "read", secrets: ["callback-key"] }),
  {
    name: "webhook",
    entry: "functions/webhook.ts",
    routes: [WEBHOOK_ROUTE],
    table: "read-write",
    secrets: ["processor", "webhook"],
    sends: ["callbacks"],
    timeoutSeconds: API_TIMEOUT_SECONDS,
    memoryMegabytes: MEMORY_MEGABYTES,
  },
  {
    name: "delivery",
    entry: "functions/delivery.ts",
    routes: [],
    table: "read-write",
    secrets: ["callback-key"],
    sends: ["callbacks", "dead-letters"],
    // Small enough that a merchant whose endpoint hangs cannot take every slot for long, large enough for a busy day.
    consumes: { queue: "callbacks", batchSize: 10, maximumConcurrency: 50 },
    timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
    memoryMegabytes: MEMORY_MEGABYTES,
  },
  {
    name: "recovery",
    entry: "functions/recovery.ts",
    routes: [],
    table: "read-write",
    indexes: ["events-by-merchant"],
    secrets: [],
    sends: ["callbacks", "recoveries"],
    // A job is long by itself, and each writes as fast as it can: a few merchants at once are enough.
    consumes: { queue: "recoveries", batchSize: 1, maximumConcurrency: 5 },
    timeoutSeconds: RECOVERY_TIMEOUT_SECONDS,
    memoryMegabytes: MEMORY_MEGABYTES,
  },
  keyless("get-openapi", [OPENAPI_ROUTE]),
  keyless("not-found", "default"),
];

/** The environment variable that tells a function where a secret lies; never the secret itself. */
export const SECRET_VARIABLES: Record<SecretName, string> = {
  processor: "PROCESSOR_SECRET_ARN",
  webhook: "WEBHOOK_SECRET_ARN",
  "callback-key": "CALLBACK_KEY_SECRET_ARN",
};

export const QUEUE_VARIABLES: Record<QueueName, string> = {
  callbacks: "CALLBACK_QUEUE_URL",
  recoveries: "RECOVERY_QUEUE_URL",
  "dead-letters": "DEAD_LETTER_QUEUE_URL",
};

export type QueueSpec = {
  retentionDays: number;
  visibilitySeconds: number;
  /** The fuse for a message that crashes the function; the eight attempts are counted in the ledger. */
  maxReceives?: number;
  deadLetters?: QueueName;
};

export const QUEUES: Record<QueueName, QueueSpec> = {
  callbacks: {
    retentionDays: 4,
    // Lambda asks for six times the function's timeout, so that a throttled batch is not received twice.
    visibilitySeconds: 6 * DELIVERY_TIMEOUT_SECONDS,
    maxReceives: 24,
    deadLetters: "dead-letters",
  },
  recoveries: {
    retentionDays: 4,
    visibilitySeconds: 6 * RECOVERY_TIMEOUT_SECONDS,
    // A job that fails so often fails for a reason; its dead letter rings the same bell.
    maxReceives: 5,
    deadLetters: "dead-letters",
  },
  "dead-letters": { retentionDays: 14, visibilitySeconds: 30 },
};
