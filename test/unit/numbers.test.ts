import { expect, it } from "vitest";
import { SESSION_PLACES } from "../../shared/domain/access/console-session.ts";
import { MERCHANT_BUDGETS } from "../../shared/domain/access/merchant-budget.ts";
import { NONCE_BYTES, SIGNATURE_TOLERANCE_SECONDS } from "../../shared/domain/access/signing-secret.ts";
import {
  KEPT_ANSWER_BYTES,
  MAX_ATTEMPTS,
  POST_TOTAL_MS,
} from "../../shared/domain/events/callback-delivery.ts";
import { MAX_LIVE_SECRETS } from "../../shared/domain/events/callback-endpoint.ts";
import { MAX_LATE_MS, MAX_PAGE_BYTES } from "../../shared/domain/events/feed.ts";
import { MAX_WINDOW_MS, RECOVERY_TTL_SECONDS } from "../../shared/domain/events/recovery.ts";
import { MAX_FILE_BYTES, MAX_FILE_LINES } from "../../shared/domain/finance/csv.ts";
import { STATEMENT_DELAY_HOURS, STATEMENT_TTL_SECONDS } from "../../shared/domain/finance/day.ts";
import { PAYOUT_REACH_MS, PAYOUT_TTL_SECONDS } from "../../shared/domain/finance/payout.ts";
import { PULL_REACH_MS } from "../../shared/domain/finance/time-window.ts";
import { LEASE_MS, REJECTED_CLAIM_TTL_SECONDS } from "../../shared/domain/payments/claim.ts";
import { MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS } from "../../shared/domain/payments/currency.ts";
import { EARLY_MS } from "../../shared/lambda/http.ts";
import { ATTEMPT_LEASE_MS } from "../../shared/ledger/attempts.ts";
import { DEAD_SHARDS, DUE_SHARDS } from "../../shared/ledger/table.ts";
import { PAGE_ITEMS } from "../../shared/processor/lookup.ts";
import { CALL_MS } from "../../shared/runtime/invocation.ts";

/*
 * Numbers that documents, deployed tables or the processor depend on, in days and hours as people say them. A test that
 * takes its number from the code follows every mistake in it.
 */

const HOURS_MS = 3_600_000;
const DAYS_MS = 24 * HOURS_MS;
const DAYS_SECONDS = 24 * 3600;

it.each([
  ["a payment of at least fifty cents", MIN_AMOUNT_CENTS, 50],
  ["and of at most fifty thousand", MAX_AMOUNT_CENTS, 50_000 * 100],
  ["a statement six hours after its day", STATEMENT_DELAY_HOURS, 6],
  ["and for four hundred days", STATEMENT_TTL_SECONDS, 400 * DAYS_SECONDS],
  ["a payout for four hundred days", PAYOUT_TTL_SECONDS, 400 * DAYS_SECONDS],
  ["which the daily look knows for thirty", PAYOUT_REACH_MS, 30 * DAYS_MS],
  ["events that the processor tells again for thirty days", PULL_REACH_MS, 30 * DAYS_MS],
  ["a recovery of at most 31 days", MAX_WINDOW_MS, 31 * DAYS_MS],
  ["which can be asked about for ninety", RECOVERY_TTL_SECONDS, 90 * DAYS_SECONDS],
  ["a rejected claim for thirty days", REJECTED_CLAIM_TTL_SECONDS, 30 * DAYS_SECONDS],
  ["a file of twenty thousand lines", MAX_FILE_LINES, 20_000],
  ["below the six megabytes of an answer", MAX_FILE_BYTES, 5_500_000],
  ["a page of the feed below them too", MAX_PAGE_BYTES, 4_000_000],
  ["events that come in half a minute late", MAX_LATE_MS, 30_000],
  ["eight attempts", MAX_ATTEMPTS, 8],
  ["of which a kilobyte of each answer is kept", KEPT_ANSWER_BYTES, 1024],
  ["three secrets at once", MAX_LIVE_SECRETS, 3],
  ["a signature of the last five minutes", SIGNATURE_TOLERANCE_SECONDS, 5 * 60],
  ["twenty sessions of a merchant", SESSION_PLACES, 20],
  ["a request of the processor's for eight seconds", CALL_MS, 8_000],
  ["pages of a hundred from it", PAGE_ITEMS, 100],
  ["a callback for ten seconds", POST_TOTAL_MS, 10_000],
  ["an attempt longer than its function lives", ATTEMPT_LEASE_MS, 125_000],
  ["a claim for a minute", LEASE_MS, 60_000],
  ["half a second to say that time is over", EARLY_MS, 500],
  ["a nonce as AES-GCM wants it", NONCE_BYTES, 12],
])("the service allows %s", (_, number, written) => {
  expect(number).toBe(written);
});

it("keys of items that exist depend on how many shards there are", () => {
  expect({ DUE_SHARDS, DEAD_SHARDS }).toEqual({ DUE_SHARDS: 32, DEAD_SHARDS: 8 });
});

it("a merchant may look up as much as limits.md and going-live.md say", () => {
  expect(MERCHANT_BUDGETS).toEqual({
    ledger: { burst: 100, refillMs: 1_000 / 10 },
    processor: { burst: 20, refillMs: 1_000 },
    file: { burst: 10, refillMs: 5_000 },
  });
});
