import {
  seeDebitFailureLine,
  seeDebitRefund,
  seeEmptyPlatform,
  seeFailedPayout,
  seeFailedRefund,
  seeFeeReturnLine,
  seeInquiry,
  seePendingRefund,
  seeReinstatedFunds,
} from "./money-trials.ts";
import { seeBusyReader, seeInteracRefund, seeReader } from "./reader-trials.ts";
import {
  seeFeeReturnRight,
  seeKeyInUse,
  seeKeyScope,
  seeMethodRight,
  seeOverCapture,
  seeReleasedHold,
  seeRestrictedAccount,
  seeTwoCaptures,
  seeV2Account,
  seeV2AccountKey,
  seeV2Customer,
  seeV2List,
} from "./request-trials.ts";
import type { Seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/*
 * What could not be checked without an account at the processor and what the service depends on, each with what the
 * simulator assumes. What the service does the same whatever the processor does is not tried. Where the processor
 * differs, fix the simulator and its list of facts (infra/simulator/README.md) first, and then whatever a test shows to
 * depend on it.
 */

type Trial = { name: string; belief: string; look: (seller: Seller) => Promise<Seen> };

export const TRIALS: readonly Trial[] = [
  {
    name: "restricted-account",
    belief: "which right reading an account needs",
    look: seeRestrictedAccount,
  },
  {
    name: "v2-account",
    belief: "what v1 shows of an account that v2 created",
    look: seeV2Account,
  },
  { name: "v2-account-key", belief: "a repeated key of v2", look: seeV2AccountKey },
  {
    name: "v2-list",
    belief: "how long a page of v2's accounts may be, and which right reads it",
    look: seeV2List,
  },
  { name: "key-scope", belief: "the scope of an idempotency key", look: seeKeyScope },
  { name: "key-in-use", belief: "two requests at once under one key", look: seeKeyInUse },
  {
    name: "fee-return-line",
    belief: "how a returned fee looks in the account's balance",
    look: seeFeeReturnLine,
  },
  {
    name: "fee-return-right",
    belief: "whether a refund with its fee needs `application_fee` to write",
    look: seeFeeReturnRight,
  },
  {
    name: "pending-refund",
    belief: "whether a pending refund is counted",
    look: seePendingRefund,
  },
  { name: "failed-refund", belief: "what a failed refund reverts", look: seeFailedRefund },
  {
    name: "debit-refund",
    belief: "a refund of a bank debit that the balance does not cover",
    look: seeDebitRefund,
  },
  {
    name: "debit-failure",
    belief: "the line of a bank debit that fails",
    look: seeDebitFailureLine,
  },
  { name: "failed-payout", belief: "the lines of a failed payout", look: seeFailedPayout },
  { name: "released-hold", belief: "the uncaptured rest of a hold", look: seeReleasedHold },
  { name: "over-capture", belief: "how a capture above the hold is rejected", look: seeOverCapture },
  { name: "inquiry", belief: "how an inquiry becomes a chargeback", look: seeInquiry },
  { name: "reinstated-funds", belief: "what a won dispute sends", look: seeReinstatedFunds },
  { name: "reader", belief: "a payment at a reader", look: seeReader },
  {
    name: "busy-reader",
    belief: "a second payment while the first waits for its card",
    look: seeBusyReader,
  },
  {
    name: "interac-refund",
    belief: "whether an Interac refund at a reader carries its metadata",
    look: seeInteracRefund,
  },
  { name: "two-captures", belief: "two captures at once under two keys", look: seeTwoCaptures },
  {
    name: "empty-platform",
    belief: "a refund with its fee while the platform's balance is empty",
    look: seeEmptyPlatform,
  },
  {
    name: "charge-right",
    belief: "whether the documented rights charge a saved method",
    look: seeMethodRight,
  },
  { name: "v2-customer", belief: "whether an account of v2 has customers of v1", look: seeV2Customer },
];
