import * as attention from "../shared/contract/attention.ts";
import * as balance from "../shared/contract/balance.ts";
import * as callbackEndpoints from "../shared/contract/callback-endpoints.ts";
import * as charge from "../shared/contract/charge-payment.ts";
import * as consoleSessions from "../shared/contract/console.ts";
import * as consolePage from "../shared/contract/console-page.ts";
import * as create from "../shared/contract/create-payment.ts";
import * as customers from "../shared/contract/customers.ts";
import * as events from "../shared/contract/events.ts";
import * as feePreview from "../shared/contract/fee-preview.ts";
import * as foundPayments from "../shared/contract/found-payments.ts";
import * as payment from "../shared/contract/full-payment.ts";
import * as movements from "../shared/contract/movements.ts";
import * as onboarding from "../shared/contract/onboarding.ts";
import type { Operation } from "../shared/contract/operation.ts";
import * as overview from "../shared/contract/overview.ts";
import * as paymentDetails from "../shared/contract/payment-details.ts";
import * as paymentLists from "../shared/contract/payment-lists.ts";
import * as payments from "../shared/contract/payment-operations.ts";
import * as payouts from "../shared/contract/payouts.ts";
import * as receipt from "../shared/contract/receipt.ts";
import * as reference from "../shared/contract/reference.ts";
import * as readerRefund from "../shared/contract/refund-at-reader.ts";
import * as refundList from "../shared/contract/refund-list.ts";
import { type Route, routesOf, shadowedRoutes } from "../shared/contract/routes.ts";
import * as statements from "../shared/contract/statements.ts";
import * as terminal from "../shared/contract/terminal.ts";
import * as walletDomains from "../shared/contract/wallet-domains.ts";
import * as webhook from "../shared/contract/webhook.ts";
import { STATEMENT_DELAY_HOURS } from "../shared/domain/finance/day.ts";
import type { SecretName } from "../shared/runtime/secrets.ts";

/**
 * What runs, as plain data: which function serves which route and what it may touch. The CDK stack and the local
 * stack are two readings of this table, so neither can have what the other lacks. An operation's route, function file
 * and place in the OpenAPI document follow from the operation; its row here says what its function may touch. What that is
 * in the table was recorded: infra/ledger-access.ts.
 */

/** Made by infra/pages when the service is built, and served by a function as they are. */
export type PageName = "reference" | "console";

export type QueueName =
  | "callbacks"
  | "open-work"
  | "reconciliation"
  | "dead-letters"
  | "reconciliation-dead-letters";

/** How often, or at which time of the day (UTC). */
export type ScheduleSpec = { everyMinutes: number } | { dailyAtHour: number; minute: number };

export type FunctionSpec = {
  name: string;
  /** The file that exports `handler`. */
  entry: string;
  /** What it serves, if it is an endpoint: one operation, or a few that touch the same things. */
  operations?: readonly Operation[];
  /** Empty for a function that a queue or the clock invokes. */
  routes: readonly Route[];
  /** Also serves whatever no route matches. */
  isDefaultRoute?: true;
  secrets: readonly SecretName[];
  sends?: readonly QueueName[];
  /** Invoked by the clock. */
  schedule?: ScheduleSpec;
  consumes?: { queue: QueueName; batchSize: number; maximumConcurrency: number };
  /** Finishes events, so it tells the platform of them where the environment has a queue for that. */
  tellsPlatform?: true;
  /** Reads the platform's default fee policy. */
  fees?: boolean;
  /** Reads which API of the processor makes accounts. */
  accounts?: boolean;
  /** Whether it tells the console above which amounts a person must type them. */
  typedAmounts?: boolean;
  /** Serves a page, which lies beside its code. */
  page?: PageName;
  /** Whether X-Ray may follow it: where a buyer waits, and the slow one is looked for. Nobody reads the others' traces. */
  traced?: boolean;
  timeoutSeconds: number;
  memoryMegabytes: number;
};

/** Above every client's own timeouts, below API Gateway's 30 s, and far below a claim's lease. */
const API_TIMEOUT_SECONDS = 25;

/** More memory is more CPU: module evaluation, the dominant cold cost, shrinks with it up to about this size. */
const MEMORY_MEGABYTES = 512;

/** For what only waits for others' servers, and no person waits for: half the price of every second. */
const WAITING_MEGABYTES = 256;

/** A batch of ten posts at once, each of at most 10 s, and the slowest calls to ledger, queue and secrets around them. */
const DELIVERY_TIMEOUT_SECONDS = 120;

/** A sweep stops of itself after 50 s, between pages. */
const SWEEP_TIMEOUT_SECONDS = 60;

/**
 * So many calls to the processor are made at once by all work that no request waits for: each of its functions makes one at
 * a time. It must not take the processor's rate from payments.
 */
export const BACKGROUND_CALLS = 10;

/** Ten visits, one after the other; one to a recovery ends of itself after 10 s. */
const OPEN_WORK_TIMEOUT_SECONDS = 120;

/** Goes through the list of merchants and sends messages. */
const FAN_OUT_TIMEOUT_SECONDS = 120;

/** As long as Lambda lets it: a day of a large merchant, or a month of an account's events. */
const RECONCILIATION_TIMEOUT_SECONDS = 900;

type Access = Partial<Omit<FunctionSpec, "name" | "entry" | "operations" | "routes" | "isDefaultRoute">>;

export const endpoint = (operation: Operation, access: Access = {}): FunctionSpec =>
  endpoints(operation.name, [operation], access);

/** Several operations in one function: a stack holds 500 resources, and a function takes eight. */
const endpoints = (
  name: string,
  operations: readonly [Operation, ...Operation[]],
  access: Access = {},
): FunctionSpec => ({
  name,
  entry: `functions/${folderOf(operations[0])}${name}.ts`,
  operations,
  routes: operations.flatMap(routesOf),
  secrets: [],
  timeoutSeconds: API_TIMEOUT_SECONDS,
  memoryMegabytes: MEMORY_MEGABYTES,
  ...access,
});

/** What a queue or the clock invokes. */
const worker = (name: string, spec: Access & Pick<FunctionSpec, "timeoutSeconds">): FunctionSpec => ({
  name,
  entry: `functions/${name}.ts`,
  routes: [],
  secrets: [],
  memoryMegabytes: MEMORY_MEGABYTES,
  ...spec,
});

/** Subjects whose functions lie together although the reference tells them apart. */
const FOLDERS: Record<string, string> = { Statements: "finance", Payouts: "finance" };

/** What merchants and the console call lies with its subject; the rest lies at the top, beside the workers. */
const folderOf = ({ caller, tag }: Operation): string => {
  const isForPeople = !caller || caller === "console" || tag.name === "Console";
  return isForPeople ? `${FOLDERS[tag.name] ?? tag.name.toLowerCase().replaceAll(" ", "-")}/` : "";
};

/** A visible change of a payment or account is sent at once. */
const TELLS_CHANGES: Access = { secrets: ["processor"], sends: ["callbacks"], tellsPlatform: true };

const MOVES_MONEY: Access = { ...TELLS_CHANGES, traced: true };

const ASKS_PROCESSOR: Access = { secrets: ["processor"] };

const MAKES_SECRETS: Access = { secrets: ["callback-key"] };

/** Small and quick: they read nothing but what is bundled with them. */
const TOUCHES_NOTHING = { secrets: [], timeoutSeconds: 5, memoryMegabytes: 256 } satisfies Access;

const ROWS: readonly FunctionSpec[] = [
  endpoint(create.createPayment, { ...ASKS_PROCESSOR, traced: true, fees: true }),
  // Its customer is away, so nobody waits for it.
  endpoint(charge.chargePayment, MOVES_MONEY),
  endpoint(payments.capturePayment, MOVES_MONEY),
  endpoint(payments.cancelPayment, MOVES_MONEY),
  endpoints("refund-payment", [payments.refundPayment, readerRefund.refundAtReader], MOVES_MONEY),
  endpoint(payment.getPayment),
  endpoints(
    "list-payments",
    [paymentLists.listPayments, foundPayments.findPayments, foundPayments.totalPayments],
    ASKS_PROCESSOR,
  ),
  endpoint(paymentLists.getPaymentTimeline),
  endpoints("get-payment-details", [paymentDetails.getPaymentDetails, receipt.sendReceipt], ASKS_PROCESSOR),
  endpoint(refundList.listRefunds, ASKS_PROCESSOR),
  endpoint(feePreview.previewFee, { fees: true }),
  endpoints(
    "customers",
    [customers.createCustomer, customers.findCustomers, customers.deleteCustomer],
    ASKS_PROCESSOR,
  ),
  endpoints(
    "saved-methods",
    [customers.setUpCustomer, customers.listSavedMethods, customers.deleteSavedMethod],
    ASKS_PROCESSOR,
  ),
  endpoints(
    "locations",
    [terminal.createConnectionToken, terminal.createLocation, terminal.listLocations],
    ASKS_PROCESSOR,
  ),
  endpoint(terminal.registerReader, ASKS_PROCESSOR),
  endpoints(
    "readers",
    [terminal.listReaders, terminal.getReader, terminal.processAtReader, terminal.cancelReaderAction],
    ASKS_PROCESSOR,
  ),
  endpoint(onboarding.createAccount, { ...TELLS_CHANGES, accounts: true }),
  endpoint(onboarding.getOnboardingStatus),
  endpoint(onboarding.refreshOnboardingStatus, TELLS_CHANGES),
  endpoint(onboarding.createOnboardingLink, { ...ASKS_PROCESSOR, accounts: true }),
  endpoints(
    "wallet-domains",
    [walletDomains.registerWalletDomain, walletDomains.listWalletDomains, walletDomains.validateWalletDomain],
    ASKS_PROCESSOR,
  ),
  endpoint(events.listEvents),
  endpoint(events.getEvent),
  endpoint(events.redeliverEvent, { sends: ["callbacks"] }),
  endpoint(events.recoverEvents),
  endpoint(events.getRecovery),
  endpoints("get-callback-endpoint", [
    callbackEndpoints.getCallbackEndpoint,
    callbackEndpoints.listCallbackEndpoints,
    callbackEndpoints.listEventTypes,
  ]),
  endpoint(callbackEndpoints.getCallbackHealth),
  endpoints(
    "callback-endpoints",
    [
      callbackEndpoints.createCallbackEndpoint,
      callbackEndpoints.updateCallbackEndpoint,
      callbackEndpoints.deleteCallbackEndpoint,
    ],
    MAKES_SECRETS,
  ),
  endpoint(callbackEndpoints.rotateCallbackSecret, MAKES_SECRETS),
  endpoint(callbackEndpoints.disableCallbackEndpoint),
  endpoint(callbackEndpoints.enableCallbackEndpoint, {
    // Held events are sent within seconds: the release does not wait for a sweep.
    sends: ["open-work"],
  }),
  endpoint(callbackEndpoints.testCallbackEndpoint, { sends: ["callbacks"] }),
  endpoint(callbackEndpoints.diagnoseCallback, { secrets: ["callback-key"] }),
  endpoints("attention", [attention.listAttention, attention.listDisputes, attention.resolveAttention]),
  endpoint(statements.listStatements),
  endpoints("get-statement", [
    statements.getStatement,
    statements.downloadStatementPayments,
    statements.getBalanceReport,
    statements.downloadBalanceReport,
    movements.downloadMovements,
  ]),
  endpoints("payouts", [
    payouts.listPayouts,
    payouts.getPayout,
    payouts.listPayoutLines,
    payouts.downloadPayoutLines,
    payouts.downloadPayouts,
  ]),
  endpoints("console-sessions", [
    consoleSessions.createConsoleSession,
    consoleSessions.listConsoleSessions,
    consoleSessions.endConsoleSession,
    consoleSessions.endConsoleSessions,
  ]),
  endpoints(
    "console-entry",
    [
      consoleSessions.enterConsole,
      consoleSessions.listEnteredConsoles,
      consoleSessions.getConsoleSession,
      consoleSessions.listConsoleKeys,
      consoleSessions.leaveConsole,
    ],
    { typedAmounts: true },
  ),
  endpoint(overview.getOverview),
  endpoint(balance.getBalance, ASKS_PROCESSOR),
  endpoint(reference.getOpenapi, TOUCHES_NOTHING),
  endpoint(reference.getOpenapi30, TOUCHES_NOTHING),
  endpoints("problems", [reference.getProblem, reference.listProblems], TOUCHES_NOTHING),
  endpoint(reference.getDocs, { ...TOUCHES_NOTHING, page: "reference" }),
  endpoints("get-console-page", [consolePage.getConsolePage, consolePage.getConsolePart], {
    ...TOUCHES_NOTHING,
    page: "console",
  }),
  endpoint(webhook.receiveWebhook, {
    secrets: ["processor", "webhook"],
    // An event that a slow processor keeps from being applied is visited within seconds.
    sends: ["callbacks", "open-work"],
    tellsPlatform: true,
    memoryMegabytes: WAITING_MEGABYTES,
  }),
  worker("delivery", {
    secrets: ["callback-key"],
    sends: ["callbacks", "dead-letters"],
    // Small enough that a merchant whose endpoint hangs cannot take every slot for long, large enough for a busy day.
    consumes: { queue: "callbacks", batchSize: 10, maximumConcurrency: 50 },
    timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
    memoryMegabytes: WAITING_MEGABYTES,
  }),
  worker("sweep", {
    sends: ["callbacks", "open-work"],
    schedule: { everyMinutes: 1 },
    timeoutSeconds: SWEEP_TIMEOUT_SECONDS,
  }),
  worker("open-work", {
    secrets: ["processor"],
    // A statement that was put aside is handed back to its own queue, and a payout that can be read is handed to it.
    sends: ["callbacks", "dead-letters", "reconciliation"],
    tellsPlatform: true,
    consumes: { queue: "open-work", batchSize: 10, maximumConcurrency: BACKGROUND_CALLS / 2 },
    timeoutSeconds: OPEN_WORK_TIMEOUT_SECONDS,
  }),
  worker("missed-events", {
    sends: ["reconciliation"],
    schedule: { everyMinutes: 60 },
    timeoutSeconds: FAN_OUT_TIMEOUT_SECONDS,
  }),
  worker("daily-statements", {
    sends: ["reconciliation"],
    // On the hour, a call may still be applying an event of the day, and the statement would be final without it.
    schedule: { dailyAtHour: STATEMENT_DELAY_HOURS, minute: 5 },
    timeoutSeconds: FAN_OUT_TIMEOUT_SECONDS,
  }),
  worker("reconciliation", {
    secrets: ["processor"],
    sends: ["callbacks"],
    tellsPlatform: true,
    // One job may fill the whole time.
    consumes: { queue: "reconciliation", batchSize: 1, maximumConcurrency: BACKGROUND_CALLS / 2 },
    timeoutSeconds: RECONCILIATION_TIMEOUT_SECONDS,
  }),
];

export const ROUTES: readonly Route[] = ROWS.flatMap(({ routes }) => routes);

export const FUNCTIONS: readonly FunctionSpec[] = [
  ...ROWS,
  {
    name: "not-found",
    entry: "functions/not-found.ts",
    routes: shadowedRoutes(ROUTES),
    isDefaultRoute: true,
    ...TOUCHES_NOTHING,
  },
];

/** Everything that can be called, in the order of the rows. Handlers import their own operation, never this list. */
export const ENDPOINTS: readonly Operation[] = FUNCTIONS.flatMap(({ operations = [] }) => operations);

/** The environment variable that tells a function where a secret lies; never the secret itself. */
export const SECRET_VARIABLES: Record<SecretName, string> = {
  processor: "PROCESSOR_SECRET_ID",
  webhook: "WEBHOOK_SECRET_ID",
  "callback-key": "CALLBACK_KEY_SECRET_ID",
};

export const PAGE_VARIABLES: Record<PageName, string> = {
  reference: "REFERENCE_PAGE_FILE",
  console: "CONSOLE_PAGE_FILE",
};

export const QUEUE_VARIABLES: Record<QueueName, string> = {
  callbacks: "CALLBACK_QUEUE_URL",
  "open-work": "OPEN_WORK_QUEUE_URL",
  reconciliation: "RECONCILIATION_QUEUE_URL",
  "dead-letters": "DEAD_LETTER_QUEUE_URL",
  "reconciliation-dead-letters": "RECONCILIATION_DEAD_LETTER_QUEUE_URL",
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
  "open-work": {
    // A visit that is not made is sent again by the due list.
    retentionDays: 1,
    visibilitySeconds: 6 * OPEN_WORK_TIMEOUT_SECONDS,
    // What a batch had no time for comes back after a minute.
    maxReceives: 24,
    deadLetters: "dead-letters",
  },
  reconciliation: {
    retentionDays: 2,
    visibilitySeconds: 6 * RECONCILIATION_TIMEOUT_SECONDS,
    // What fails for a day is a matter for a person.
    maxReceives: 16,
    // Its own: nothing in it can be sent again as a callback, and nothing has to be, because the clock asks again.
    deadLetters: "reconciliation-dead-letters",
  },
  "dead-letters": { retentionDays: 14, visibilitySeconds: 30 },
  "reconciliation-dead-letters": { retentionDays: 14, visibilitySeconds: 30 },
};

/**
 * The platform event queue: every merchant's events, for its own systems. Not among QUEUES, because most environments have
 * none; those that do say `platformEvents` in infra/aws/environments.ts. Nothing here reads it.
 */
export const PLATFORM_EVENTS = {
  queue: "platform-events",
  deadLetters: "platform-events-dead-letters",
  retentionDays: 14,
  visibilitySeconds: 120,
  maxReceives: 10,
} as const;
