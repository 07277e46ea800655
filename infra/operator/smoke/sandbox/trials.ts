import {
  seeEarlyFeeReturn,
  seeFailedRefund,
  seeFeeReturnLine,
  seeInquiry,
  seePendingRefund,
} from "./money-trials.ts";
import {
  seeAccountUpdated,
  seeApplication,
  seeCapabilities,
  seeKeyScope,
  seeLongPage,
  seeOverCapture,
  seeReleasedHold,
  seeReplayedHeader,
  seeSearch,
  seeThreeDecimals,
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
  { name: "application", look: seeApplication },
  { name: "capabilities", look: seeCapabilities },
  { name: "account-updated", look: seeAccountUpdated },
  { name: "key-scope", look: seeKeyScope },
  { name: "replayed-header", look: seeReplayedHeader },
  { name: "zero-fee", look: seeZeroFee },
  { name: "three-decimals", look: seeThreeDecimals },
  { name: "early-fee-return", look: seeEarlyFeeReturn },
  { name: "fee-return-line", look: seeFeeReturnLine },
  { name: "pending-refund", look: seePendingRefund },
  { name: "failed-refund", look: seeFailedRefund },
  { name: "released-hold", look: seeReleasedHold },
  { name: "over-capture", look: seeOverCapture },
  { name: "inquiry", look: seeInquiry },
  { name: "long-page", look: seeLongPage },
  { name: "search", look: seeSearch },
];
