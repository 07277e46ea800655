import {
  seeDeletedCustomer,
  seeDetachedMethod,
  seeMethodRight,
  seeReturnUrl,
  seeSavingWhileAway,
  seeV2Customer,
} from "./customer-trials.ts";
import { seeEmptyPlatform, seeStatementDescriptor, seeTwoCaptures, seeWholeUnits } from "./method-trials.ts";
import {
  seeCardFacts,
  seeDebitFailureLine,
  seeDebitRefund,
  seeFailedPayout,
  seeFailedRefund,
  seeFeeReturnLine,
  seeFraudWarning,
  seeInquiry,
  seePendingRefund,
  seeReinstatedFunds,
} from "./money-trials.ts";
import {
  seeDeclinedConsent,
  seeInstantPayout,
  seeOldRefund,
  seePartOfMobilePay,
  seeWholePayouts,
} from "./person-trials.ts";
import { seeBusyReader, seeInteracRefund, seeReader } from "./reader-trials.ts";
import {
  seeAccountCreation,
  seeAccountUpdated,
  seeFeeReturnRight,
  seeKeyInUse,
  seeKeyScope,
  seeLongPage,
  seeOverCapture,
  seeReleasedHold,
  seeRestrictedAccount,
  seeSearch,
  seeThreeDecimals,
  seeV2Account,
  seeV2AccountEvents,
  seeV2AccountKey,
  seeV2List,
  seeWalletDomain,
  seeWebhookEndpoints,
  seeZeroFee,
} from "./request-trials.ts";
import type { Seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/*
 * What could not be checked without an account at the processor, each with what the simulator assumes. Where the
 * processor differs, fix the simulator and its list of facts (infra/simulator/README.md) first, and
 * then whatever a test shows to depend on it.
 */

export type Trial = {
  name: string;
  /** The number under which the simulator's list calls it not settled. */
  fact?: string;
  belief: string;
  look: (seller: Seller) => Promise<Seen>;
};

export const TRIALS: readonly Trial[] = [
  {
    name: "webhook-endpoints",
    belief: "whether both webhook endpoints exist with this API version",
    look: seeWebhookEndpoints,
  },
  {
    name: "account-creation",
    fact: "17",
    belief: "whether an account may be created with capabilities",
    look: seeAccountCreation,
  },
  {
    name: "restricted-account",
    fact: "31",
    belief: "which right reading an account needs",
    look: seeRestrictedAccount,
  },
  { name: "account-updated", belief: "whether `account.updated` comes at all", look: seeAccountUpdated },
  {
    name: "v2-account",
    fact: "33",
    belief: "what v1 shows of an account that v2 created",
    look: seeV2Account,
  },
  { name: "v2-account-key", belief: "a repeated key of v2", look: seeV2AccountKey },
  {
    name: "v2-account-events",
    fact: "33",
    belief: "whether v1 has `account.updated` of such an account",
    look: seeV2AccountEvents,
  },
  {
    name: "v2-list",
    fact: "33",
    belief: "how long a page of v2's accounts may be, and which right reads it",
    look: seeV2List,
  },
  { name: "key-scope", belief: "the scope of an idempotency key", look: seeKeyScope },
  { name: "key-in-use", belief: "two requests at once under one key", look: seeKeyInUse },
  { name: "zero-fee", fact: "3", belief: "a fee of 0 with a capture", look: seeZeroFee },
  { name: "three-decimals", belief: "fees in currencies with three decimals", look: seeThreeDecimals },
  {
    name: "fee-return-line",
    fact: "28",
    belief: "how a returned fee looks in the account's balance",
    look: seeFeeReturnLine,
  },
  {
    name: "fee-return-right",
    fact: "31",
    belief: "whether a refund with its fee needs `application_fee` to write",
    look: seeFeeReturnRight,
  },
  {
    name: "pending-refund",
    fact: "25",
    belief: "whether a pending refund is counted",
    look: seePendingRefund,
  },
  { name: "failed-refund", fact: "25", belief: "what a failed refund reverts", look: seeFailedRefund },
  {
    name: "debit-refund",
    belief: "a refund of a bank debit that the balance does not cover",
    look: seeDebitRefund,
  },
  {
    name: "debit-failure",
    fact: "28",
    belief: "the line of a bank debit that fails",
    look: seeDebitFailureLine,
  },
  { name: "failed-payout", belief: "the lines of a failed payout", look: seeFailedPayout },
  { name: "released-hold", belief: "the uncaptured rest of a hold", look: seeReleasedHold },
  { name: "over-capture", belief: "how a capture above the hold is rejected", look: seeOverCapture },
  { name: "inquiry", belief: "how an inquiry becomes a chargeback", look: seeInquiry },
  { name: "reinstated-funds", belief: "what a won dispute sends", look: seeReinstatedFunds },
  { name: "fraud-warning", belief: "whether accounts get early warnings of fraud", look: seeFraudWarning },
  { name: "card-facts", belief: "when a payment's fees are known", look: seeCardFacts },
  { name: "wallet-domain", belief: "how a website for wallets is registered twice", look: seeWalletDomain },
  { name: "long-page", belief: "a page of more than 100", look: seeLongPage },
  { name: "search", belief: "search by metadata", look: seeSearch },
  { name: "reader", belief: "a payment at a reader", look: seeReader },
  {
    name: "busy-reader",
    fact: "27",
    belief: "a second payment while the first waits for its card",
    look: seeBusyReader,
  },
  {
    name: "interac-refund",
    fact: "27",
    belief: "whether an Interac refund at a reader carries its metadata",
    look: seeInteracRefund,
  },
  { name: "descriptor", belief: "what a card's statement shows", look: seeStatementDescriptor },
  { name: "two-captures", belief: "two captures at once under two keys", look: seeTwoCaptures },
  { name: "whole-units", belief: "amounts that no one can pay", look: seeWholeUnits },
  {
    name: "empty-platform",
    fact: "5",
    belief: "a refund with its fee while the platform's balance is empty",
    look: seeEmptyPlatform,
  },
  {
    name: "declined-consent",
    fact: "34",
    belief: "whether a customer who declines at a provider leaves a charge",
    look: seeDeclinedConsent,
  },
  {
    name: "mobilepay-part",
    fact: "34",
    belief: "what a partial capture of MobilePay is answered with",
    look: seePartOfMobilePay,
  },
  {
    name: "whole-payouts",
    fact: "P8",
    belief: "what is paid out of forints and Taiwan dollars",
    look: seeWholePayouts,
  },
  { name: "old-refund", fact: "P9", belief: "from which balance an old refund is taken", look: seeOldRefund },
  {
    name: "instant-payout",
    fact: "P10",
    belief: "whether an instant payout's fee is in its line",
    look: seeInstantPayout,
  },
  {
    name: "away-return-url",
    fact: "38",
    belief: "whether a charge while the customer is away needs a return_url",
    look: seeReturnUrl,
  },
  {
    name: "away-saving",
    belief: "a charge while the customer is away of a payment that saves its method",
    look: seeSavingWhileAway,
  },
  {
    name: "detached-method",
    fact: "37",
    belief: "how a removed method is rejected",
    look: seeDetachedMethod,
  },
  {
    name: "deleted-customer",
    fact: "37",
    belief: "how a method of a deleted customer is rejected",
    look: seeDeletedCustomer,
  },
  {
    name: "charge-right",
    fact: "31",
    belief: "whether the documented rights charge a saved method",
    look: seeMethodRight,
  },
  { name: "v2-customer", belief: "whether an account of v2 has customers of v1", look: seeV2Customer },
];

/** What no trial of an afternoon can settle. */
export const UNTRIED: readonly { fact: string; belief: string; why: string }[] = [
  { fact: "34", belief: "that a hold of Link or MobilePay lives for 7 days", why: "takes a week" },
  { fact: "34", belief: "when refunds of PayPal and Affirm end, and what is said then", why: "takes months" },
  { fact: "38", belief: "how many confirmations cancel an intent", why: "the limit varies, and may be high" },
  {
    fact: "39",
    belief: "whether the same address gets its receipt again",
    why: "needs a look into a mailbox",
  },
  { fact: "27", belief: "that a reader without a connection stays in progress", why: "needs a real reader" },
];
