import { Failure } from "./failure.ts";

export const ONBOARDING_STATUSES = [
  "not_started",
  "pending",
  "charges_only",
  "enabled",
  "restricted",
] as const;

export type OnboardingStatus = (typeof ONBOARDING_STATUSES)[number];

/** Which of the processor's APIs makes an account. Both show the same accounts afterwards. */
export type AccountsApi = "v1" | "v2";

/** Everything that creating the account at the processor needs, frozen when it is claimed. */
export type AccountTerms = {
  country: string;
  email?: string | undefined;
  /** Absent: v1. `contactEmail`: what v2 is told where the merchant has given no email; it does without none. */
  v2?: { contactEmail: string };
};

export type AccountSnapshot = {
  accountId: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
  disabledReason: string | null;
  currentlyDue: string[];
  pastDue: string[];
  pendingVerification: string[];
  metadata: Record<string, string>;
  deauthorized: boolean;
};

export type Onboarding = {
  onboardingStatus: OnboardingStatus;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  /** What the processor still wants, separated by commas; null when it wants nothing. */
  requirements: string | null;
};

export type AccountState = Onboarding & {
  /** Then a review is a restriction, and no longer a beginning. */
  everEnabled: boolean;
  deauthorized: boolean;
};

/** An account as the ledger knows it. `version` is its lock, and says in callbacks which of two states is newer. */
export type ConnectedAccount = AccountState & { processorAccountId: string; version: number };

/** No document of the merchant's can change these. */
const CLOSED = /^(rejected\..*|listed|platform_paused|other)$/;

const BEING_CHECKED = ["requirements.pending_verification", "under_review"];

/** One projection for answers to our calls and for the processor's events, so that both orders end equal. */
export function projectAccount(facts: AccountSnapshot, before?: ConnectedAccount | null): AccountState {
  const everEnabled = facts.chargesEnabled || (before?.everEnabled ?? false);
  return {
    onboardingStatus: statusOf(facts, everEnabled),
    chargesEnabled: facts.chargesEnabled,
    payoutsEnabled: facts.payoutsEnabled,
    requirements: requirementsOf(facts),
    everEnabled,
    deauthorized: facts.deauthorized,
  };
}

/** The order is the meaning: a fresh account has details to submit and past-due requirements at once. */
function statusOf(facts: AccountSnapshot, everEnabled: boolean): OnboardingStatus {
  if (facts.deauthorized || CLOSED.test(facts.disabledReason ?? "")) return "restricted";
  if (facts.chargesEnabled) return facts.payoutsEnabled ? "enabled" : "charges_only";
  if (!facts.detailsSubmitted) return "pending";
  if (isBeingChecked(facts) && !everEnabled) return "pending";
  return "restricted";
}

function isBeingChecked({ disabledReason, currentlyDue, pastDue, pendingVerification }: AccountSnapshot) {
  if (BEING_CHECKED.includes(disabledReason ?? "")) return true;
  return pendingVerification.length > 0 && currentlyDue.length + pastDue.length === 0;
}

function requirementsOf({ pastDue, currentlyDue }: AccountSnapshot): string | null {
  return [...new Set([...pastDue, ...currentlyDue])].join(", ") || null;
}

/** What callbacks show. Once an account is detached there is none, under the version of its detachment. */
export type ToldAccount = { account: ConnectedAccount | null; version: number };

export function toldAccountOf({ account, detachedVersion }: AccountOfMerchant): ToldAccount | undefined {
  if (account) return { account, version: account.version };
  return detachedVersion === undefined ? undefined : { account, version: detachedVersion };
}

export type AccountOfMerchant = { account: ConnectedAccount | null; detachedVersion?: number };

const NOT_STARTED: Onboarding = {
  onboardingStatus: "not_started",
  chargesEnabled: false,
  payoutsEnabled: false,
  requirements: null,
};

export function onboardingOf(account: ConnectedAccount | null): Onboarding {
  const { onboardingStatus, chargesEnabled, payoutsEnabled, requirements } = account ?? NOT_STARTED;
  return { onboardingStatus, chargesEnabled, payoutsEnabled, requirements };
}

export const noConnectedAccount = (): Failure =>
  new Failure("no_connected_account", "The merchant has no connected account yet.");

export function requireAccount({ account }: { account: ConnectedAccount | null }): ConnectedAccount {
  if (!account) throw noConnectedAccount();
  return account;
}

export const requireAccountId = (merchant: { account: ConnectedAccount | null }): string =>
  requireAccount(merchant).processorAccountId;
