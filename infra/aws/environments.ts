import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { AccountsApi } from "../../shared/domain/onboarding.ts";
import type { FeePolicy } from "../../shared/domain/payments/fee-policy.ts";

export type Throttle = { requestsPerSecond: number; burst: number };

/** What ties a stack to one place, and to the person who is called when it breaks. */
export type Setting = "account" | "region" | "alarmEmail" | "ticketEmail" | "contactEmail";

/**
 * An address of our own. Without one it is the API's id, which a replaced API takes along. Written here and nowhere else,
 * so that no later deploy forgets it.
 */
export type Domain = {
  name: string;
  /** Of a certificate for that name, in the stack's own region. */
  certificateArn: string;
  /** Closes the API's first address. Not before the processor's webhooks and every merchant use the new one. */
  only: boolean;
};

export type Environment = {
  name: string;
  /** What it cannot be synthesized without: written here, or given on the command line. */
  needs: readonly Setting[];
  /** The account and the region that it is deployed to, and to no other. */
  account?: string;
  region?: string;
  /**
   * The table that the service uses, if it is not the one that the data's stack makes: one that was restored from a
   * backup (infra/runbooks/restore.md). Written here and nowhere else, so that no later deploy returns to the old one.
   */
  table?: string;
  /** The data's stack holds `table` in the place of the one that it has made (infra/runbooks/adopt-table.md). */
  tableIsAdopted?: boolean;
  /** The data's stack lets go of its table, which stays: for one deploy, before another table is adopted. */
  withoutTable?: boolean;
  /** Whether what is stored outlives the stack: retention, deletion protection, termination protection. */
  keepsData: boolean;
  logRetention: RetentionDays;
  logLevel: "DEBUG" | "INFO";
  throttling: {
    api: Throttle;
    /** Tighter limits, by route. */
    routes: Readonly<Record<string, Throttle>>;
  };
  /** Is told of every alarm, once it has confirmed the mail that AWS sends first. Others subscribe to the topic. */
  alarmEmail?: string;
  /** Is told of alarms that can wait for the morning. Without it, the address for alarms. */
  ticketEmail?: string;
  domain?: Domain;
  /**
   * New versions take all calls at once, past their canaries and whatever alarm is ringing: for going back to a version
   * that is known to be good. Given on the command line only, so that the next deploy is slow again.
   */
  atOnce?: boolean;
  /** The service's stack stands, as a deploy has found out: from then on it has termination protection. */
  isDeployed?: boolean;
  /** X-Ray follows the functions that may be traced, until the next deploy without it: at 4 USD a million payments. */
  traces?: boolean;
  /** The account's quota of functions that run at once. A deploy asks Lambda for it. */
  accountConcurrency: number;
  /** What other stacks of the account reserve of it, as a deploy has counted. */
  reservedElsewhere?: number;
  /**
   * How many of it belong to a function, by name: others cannot take them, and it cannot take more. So captures and
   * refunds are answered while creates hang at the processor and its webhooks keep coming. All other functions share
   * what is left. Reserved is nothing where an account that keeps no data is too small for it.
   */
  reservedConcurrency: Readonly<Record<string, number>>;
  /**
   * Vaults of AWS Backup that get a copy of the table each night, by ARN: one in another region, one in another account
   * (infra/runbooks/restore.md). "none": everything is in one region of one account, and that was decided.
   */
  copyVaults: readonly string[] | "none";
  /**
   * How many write units a second the table and its indexes take from the start. Without it a new table takes 4,000, and
   * DynamoDB raises that with the load. AWS bills the step up once. It can be raised and never lowered.
   */
  warmWriteUnits?: number;
  /** A queue with every merchant's events for the platform's own systems (shared/contract/platform-events.md). */
  platformEvents?: true;
  /**
   * Which API of the processor makes accounts. New platforms may use v2 only. v1 must be switched on in the processor's
   * dashboard. It may be changed at any time: what was begun with one is finished with it.
   */
  accountsApi: AccountsApi;
  /** The email of accounts whose merchant has given none, which v2 wants. Without it, the address for alarms. */
  contactEmail?: string;
  /** What a merchant without a fee policy of its own pays. */
  defaultFeePolicy: FeePolicy;
  /**
   * Who moves more than this from the console types the amount once more. By currency, because a number means nothing
   * without one: in a currency that is not named every amount is typed.
   */
  typedAboveCents: Readonly<Record<string, number>>;
};

const TYPED_ABOVE_CENTS = { usd: 50_000, eur: 50_000, gbp: 50_000 };

const FEE_POLICY: FeePolicy = {
  bps: 250,
  byCurrency: { usd: { fixedCents: 30, minCents: 0, maxCents: null } },
};

const CONSOLE_ROUTES = [
  "GET /console",
  "GET /console/sessions",
  "POST /console/session",
  "POST /v1/console-sessions",
];

/**
 * A route's limit counts requests of everybody, before a key is looked at: a tight one would let a few requests a second
 * without a key stop every checkout. So all are near the whole API's, and the console's leave a fifth of it to payments.
 * What asks the processor is bounded after authentication: creates by a share (shared/domain/payments/create.ts),
 * lookups by a merchant's budget and their function's reservation.
 */
const throttling = (api: Throttle): Environment["throttling"] => {
  const console = { requestsPerSecond: api.requestsPerSecond * 0.8, burst: api.burst * 0.8 };
  return { api, routes: Object.fromEntries(CONSOLE_ROUTES.map((route) => [route, console])) };
};

/** AWS's default. New accounts may have 10, to begin with. */
const ACCOUNT_CONCURRENCY = 1000;

/**
 * Of what asks the processor and can wait. A merchant's budget is one request a second on each instance, so six instances
 * allow it 6 of the 25 a second that the processor takes, and all merchants about 24.
 */
const LOOKUPS = 6;

/** Files take seconds: without a bound they would take what all other functions share. */
const FILES = 10;

/** At 8 s for each call, a hanging processor keeps 30 creates a second alive. An event waits 2 s for it: 95 webhooks. */
const RESERVED_CONCURRENCY = {
  "create-payment": 250,
  "charge-payment": 50,
  "capture-payment": 60,
  "refund-payment": 60,
  "cancel-payment": 50,
  "get-payment": 40,
  "get-payment-details": LOOKUPS,
  "get-balance": LOOKUPS,
  "list-refunds": LOOKUPS,
  customers: LOOKUPS,
  "saved-methods": LOOKUPS,
  locations: LOOKUPS,
  "register-reader": LOOKUPS,
  "wallet-domains": LOOKUPS,
  "refresh-onboarding-status": LOOKUPS,
  "create-onboarding-link": LOOKUPS,
  // Two seconds of polls: those of a hanging processor must not take what all other functions share.
  readers: 34,
  "get-statement": FILES,
  payouts: FILES,
  webhook: 200,
  sweep: 2,
  // More than their queues hand out (infra/topology.ts): a new version of a busy function is asked before it gets traffic.
  delivery: 52,
  "open-work": 6,
  reconciliation: 6,
};

/** Written into an environment of its own where it differs. */
const COMMON = {
  accountConcurrency: ACCOUNT_CONCURRENCY,
  reservedConcurrency: RESERVED_CONCURRENCY,
  copyVaults: "none",
  accountsApi: "v2",
  defaultFeePolicy: FEE_POLICY,
  typedAboveCents: TYPED_ABOVE_CENTS,
} satisfies Partial<Environment>;

const ENVIRONMENTS: readonly Environment[] = [
  {
    name: "dev",
    // Wherever the developer's credentials lead.
    needs: [],
    keepsData: false,
    logRetention: RetentionDays.ONE_WEEK,
    logLevel: "DEBUG",
    throttling: throttling({ requestsPerSecond: 20, burst: 40 }),
    ...COMMON,
  },
  {
    name: "staging",
    needs: ["account", "region", "alarmEmail"],
    keepsData: false,
    logRetention: RetentionDays.ONE_MONTH,
    logLevel: "INFO",
    // The processor's test mode allows about a quarter of what its live mode does.
    throttling: throttling({ requestsPerSecond: 100, burst: 200 }),
    ...COMMON,
  },
  {
    name: "prod",
    needs: ["account", "region", "alarmEmail"],
    keepsData: true,
    // Thirteen months: a chargeback can arrive a year after its payment.
    logRetention: RetentionDays.THIRTEEN_MONTHS,
    logLevel: "INFO",
    throttling: throttling({ requestsPerSecond: 500, burst: 1000 }),
    ...COMMON,
  },
];

export const reservedIn = ({ reservedConcurrency }: Pick<Environment, "reservedConcurrency">): number =>
  Object.values(reservedConcurrency).reduce((sum, one) => sum + one, 0);

/** What functions without a reservation share, with those of others. */
export const sharedConcurrencyOf = (environment: Environment): number =>
  environment.accountConcurrency - (environment.reservedElsewhere ?? 0) - reservedIn(environment);

export const ENVIRONMENT_NAMES = ENVIRONMENTS.map(({ name }) => name);

export function findEnvironment(name: string): Environment {
  const environment = ENVIRONMENTS.find((candidate) => candidate.name === name);
  if (environment) return environment;
  throw new Error(`Unknown environment "${name}": use -c env=${ENVIRONMENT_NAMES.join("|")}.`);
}
