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
import { seeBusyReader, seeReader } from "./reader-trials.ts";
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

export type Trial = { name: string; look: (seller: Seller) => Promise<Seen> };

export const TRIALS: readonly Trial[] = [
  { name: "webhook-endpoints", look: seeWebhookEndpoints },
  { name: "account-creation", look: seeAccountCreation },
  { name: "restricted-account", look: seeRestrictedAccount },
  { name: "account-updated", look: seeAccountUpdated },
  { name: "v2-account", look: seeV2Account },
  { name: "v2-account-key", look: seeV2AccountKey },
  { name: "v2-account-events", look: seeV2AccountEvents },
  { name: "key-scope", look: seeKeyScope },
  { name: "key-in-use", look: seeKeyInUse },
  { name: "zero-fee", look: seeZeroFee },
  { name: "three-decimals", look: seeThreeDecimals },
  { name: "fee-return-line", look: seeFeeReturnLine },
  { name: "fee-return-right", look: seeFeeReturnRight },
  { name: "pending-refund", look: seePendingRefund },
  { name: "failed-refund", look: seeFailedRefund },
  { name: "debit-refund", look: seeDebitRefund },
  { name: "debit-failure", look: seeDebitFailureLine },
  { name: "failed-payout", look: seeFailedPayout },
  { name: "released-hold", look: seeReleasedHold },
  { name: "over-capture", look: seeOverCapture },
  { name: "inquiry", look: seeInquiry },
  { name: "reinstated-funds", look: seeReinstatedFunds },
  { name: "fraud-warning", look: seeFraudWarning },
  { name: "card-facts", look: seeCardFacts },
  { name: "wallet-domain", look: seeWalletDomain },
  { name: "long-page", look: seeLongPage },
  { name: "search", look: seeSearch },
  { name: "reader", look: seeReader },
  { name: "busy-reader", look: seeBusyReader },
  { name: "descriptor", look: seeStatementDescriptor },
  { name: "two-captures", look: seeTwoCaptures },
  { name: "whole-units", look: seeWholeUnits },
  { name: "empty-platform", look: seeEmptyPlatform },
];
