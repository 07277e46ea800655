import type Stripe from "stripe";
import { isOperationId } from "../domain/id.ts";
import {
  isBefore,
  mayHaveSeen,
  nothingSeen,
  type RefundsSeen,
  type SeenRefund,
  withRefunds,
} from "../domain/payments/refunds-seen.ts";
import { describeError, log } from "../runtime/logger.ts";
import { readFromProcessor } from "./client.ts";
import { hasTimeForPage, pageAfter, tooLong } from "./lookup.ts";

/** Keeps what a listing has shown for the next one. */
export type RefundsMemory = {
  load: () => Promise<RefundsSeen | undefined>;
  save: (seen: RefundsSeen) => Promise<unknown>;
};

export type RefundListing = {
  accountId: string;
  intentId: string;
  operationId: string;
  now: number;
  maxPages: number;
  memory: RefundsMemory;
};

/** `found`: the first that matches. Otherwise how much was returned, at least and at most. */
export type LookedThrough =
  | { found: Stripe.Refund }
  | { found?: never; leastCents: number; mostCents: number; usesKept: boolean };

/** So many that are an hour old by now are not read again. */
const WORTH_KEEPING = 50;

/**
 * Looks through all refunds of a payment, newest first. Most payments have one page of them. Of others the ones that an
 * earlier listing has shown are not listed again (domain/payments/refunds-seen.ts). A listing that meets its bounds fails,
 * and the next one goes on where it has stopped.
 */
export async function lookThroughRefunds(
  listing: RefundListing,
  matches: (refund: Stripe.Refund) => boolean,
): Promise<LookedThrough> {
  const { memory, now, operationId } = listing;
  const pages = pagesOf(listing);
  let page = await pages(undefined);
  let found = page.refunds.find(matches);
  if (found) return { found };
  const known = page.after === undefined ? undefined : await memory.load();
  let seen = known && !mayHaveSeen(known, operationId) ? known : nothingSeen(now);
  const newer: SeenRefund[] = [];
  for (;;) {
    newer.push(...page.refunds.map(toSeen).filter((refund) => !isBefore(seen, refund)));
    if (page.after === undefined || page.refunds.some((refund) => isBefore(seen, toSeen(refund)))) break;
    page = await pages(page.after);
    found = page.refunds.find(matches);
    if (found) return { found };
  }
  const usesKept = seen === known;
  if (!usesKept) {
    const older = page.refunds.map(toSeen).filter((refund) => isBefore(seen, refund));
    seen = { ...withRefunds(seen, older), after: page.after };
  }
  const begun = seen;
  try {
    while (seen.after !== undefined) {
      page = await pages(seen.after);
      found = page.refunds.find(matches);
      if (found) return { found };
      seen = { ...withRefunds(seen, page.refunds.map(toSeen)), after: page.after };
    }
  } finally {
    if (seen !== begun) await keep(memory, seen);
  }
  await advance(listing, seen, newer);
  const { leastCents, mostCents } = withRefunds(seen, newer);
  return { leastCents, mostCents, usesKept };
}

/** What was newer than all that is kept, and has settled since. */
async function advance(
  { memory, now }: RefundListing,
  seen: RefundsSeen,
  newer: SeenRefund[],
): Promise<void> {
  const { madeBefore } = nothingSeen(now);
  const settled = newer.filter((refund) => isBefore({ ...seen, madeBefore }, refund));
  if (settled.length >= WORTH_KEEPING) await keep(memory, { ...withRefunds(seen, settled), madeBefore });
}

/** An item of the table holds 400 KB, which are about 60,000 operations. */
const MAX_BYTES = 360_000;

/** Without it the next listing reads more. */
async function keep(memory: RefundsMemory, seen: RefundsSeen): Promise<void> {
  if (seen.operations.length > MAX_BYTES) return;
  await memory
    .save(seen)
    .catch((error: unknown) =>
      log("warn", "what a listing of refunds has shown is not kept", describeError(error)),
    );
}

type Page = { refunds: Stripe.Refund[]; after: string | undefined };

function pagesOf({ accountId, intentId, maxPages }: RefundListing) {
  let pages = 0;
  return async (after: string | undefined): Promise<Page> => {
    if (pages++ >= maxPages || (after !== undefined && !hasTimeForPage({ maxPages }))) throw tooLong(1);
    const { data, has_more } = await readFromProcessor((stripe) =>
      stripe.refunds.list({ payment_intent: intentId, ...pageAfter(after) }, { stripeAccount: accountId }),
    );
    return { refunds: data, after: has_more ? data.at(-1)?.id : undefined };
  };
}

const toSeen = ({ metadata, amount, status, created }: Stripe.Refund): SeenRefund => {
  const { svcOperationId = "" } = metadata ?? {};
  return {
    operationId: isOperationId(svcOperationId) ? svcOperationId : undefined,
    amountCents: amount,
    status: status ?? "",
    createdAt: created * 1000,
  };
};
