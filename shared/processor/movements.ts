import type Stripe from "stripe";
import {
  type BalanceLine,
  isOfPayment,
  isPayout,
  type Movement,
  movementKindOf,
} from "../domain/finance/movement.ts";
import type { TimeWindow } from "../domain/finance/time-window.ts";
import { type PaymentState, projectIntent } from "../domain/payments/payment.ts";
import { hasFailed } from "../domain/payments/refund.ts";
import { readFromProcessor } from "./client.ts";
import { createdWithin, nextOf, pageAfter } from "./lookup.ts";
import { toPaidSnapshot } from "./snapshot.ts";

/** A paid charge says everything about its payment. */
export type ListedMovement = Movement & {
  transactionId: string;
  at: number;
  netCents: number;
  exchangeRate: number | null;
  /** In the payment's currency, where that is known. Signed as the line is. Says nothing of a line about no payment. */
  charged?: { amountCents: number; currency: string };
  /** Withheld for a tax office, from other fees than the platform's. */
  taxCents: number;
  /** For a payout's own line, the payout. */
  sourceId: string | undefined;
  intentId: string | undefined;
  chargeId: string | undefined;
  charge?: {
    metadata: Record<string, string>;
    applicationId: string | null;
    currency: string;
    state: PaymentState;
  };
  dispute?: { disputeId: string; status: string };
  /** The refund, where it has failed by now. */
  failedRefundId?: string;
  /** Of a returned fee: the fee, which knows its charge. */
  feeId?: string | undefined;
};

export type MovementPage = { movements: ListedMovement[]; next?: string };

export const listMovements = (
  accountId: string,
  window: TimeWindow,
  after: string | undefined,
): Promise<MovementPage> => listLines(accountId, { created: createdWithin(window) }, after);

/** The payout's own line is among them. */
export const listPaidOut = (
  accountId: string,
  payoutId: string,
  after: string | undefined,
): Promise<MovementPage> => listLines(accountId, { payout: payoutId }, after);

async function listLines(
  accountId: string,
  which: Pick<Stripe.BalanceTransactionListParams, "created" | "payout">,
  after: string | undefined,
): Promise<MovementPage> {
  const parameters = {
    ...which,
    expand: ["data.source"],
    ...pageAfter(after),
  };
  const page = await readFromProcessor((stripe) =>
    stripe.balanceTransactions.list(parameters, { stripeAccount: accountId }),
  );
  return { movements: page.data.map(toMovement), ...nextOf(page) };
}

/** What is stored of a balance line. `svcPaymentId`: the payment of ours that it is about. */
export function toLine(movement: ListedMovement, svcPaymentId: string | null): BalanceLine {
  const { kind, processorFeeCents, platformFeeCents, taxCents, charged, sourceId } = movement;
  const isOurs = svcPaymentId !== null;
  // A returned fee is between platform and account: no customer was charged or given back anything.
  const ofCustomer = isOfPayment(kind) && kind !== "platform_fee_return" ? charged : undefined;
  return {
    transactionId: movement.transactionId,
    at: movement.at,
    kind,
    svcPaymentId,
    merchantsOwn: isOfPayment(kind) && !isOurs,
    grossCents: movement.amountCents,
    platformFeeCents: isOurs ? platformFeeCents : 0,
    otherFeesCents: isOurs ? 0 : platformFeeCents,
    processorFeeCents: processorFeeCents - taxCents,
    taxCents,
    netCents: movement.netCents,
    currency: movement.currency,
    exchangeRate: movement.exchangeRate,
    chargedCents: ofCustomer?.amountCents ?? null,
    chargeCurrency: ofCustomer?.currency ?? null,
    ...(isPayout(kind) && sourceId !== undefined && { sourcePayoutId: sourceId }),
  };
}

type Reference = string | { id: string } | null;

type Source = { object: string; id: string; charge?: Reference; payment_intent?: Reference; fee?: Reference };

export function toMovement(transaction: Stripe.BalanceTransaction): ListedMovement {
  const source = sourceOf(transaction);
  const kind = movementKindOf({
    balance: transaction.balance_type,
    category: transaction.reporting_category,
    type: transaction.type,
    // It is not always expanded, and its id alone says what it is.
    isFeeReturn: idOf(transaction.source)?.startsWith("fr_") ?? false,
  });
  return {
    transactionId: transaction.id,
    at: transaction.created * 1000,
    kind,
    currency: transaction.currency,
    amountCents: transaction.amount,
    ...feesOf(transaction),
    netCents: transaction.net,
    exchangeRate: transaction.exchange_rate,
    ...chargedIn(transaction),
    sourceId: idOf(transaction.source),
    intentId: idOf(source?.payment_intent),
    chargeId: source?.object === "charge" ? source.id : idOf(source?.charge),
    ...(source && { ...chargeIn(source), ...disputeIn(source), ...failedRefundIn(source) }),
    ...(kind === "platform_fee_return" && { feeId: idOf(source?.fee) }),
  };
}

/** Where nothing was exchanged, what was charged is what moved. Otherwise the charge, refund or dispute says it. */
function chargedIn(line: Stripe.BalanceTransaction): Pick<ListedMovement, "charged"> {
  if (line.exchange_rate === null) return { charged: { amountCents: line.amount, currency: line.currency } };
  // Its source says what was captured, and the charge's own line says that already.
  if (line.reporting_category === "partial_capture_reversal") return {};
  const { status, amount, amount_captured, currency } = (sourceOf(line) ?? {}) as Partial<Stripe.Charge>;
  // A debit that has failed since was booked whole, and nothing of it is captured any more.
  const charged = status === "failed" ? amount : (amount_captured ?? amount);
  if (charged === undefined || currency === undefined) return {};
  return { charged: { amountCents: Math.sign(line.amount) * charged, currency } };
}

/** A line without a visible source cannot be traced. */
function sourceOf({ source }: Stripe.BalanceTransaction): Source | undefined {
  return source !== null && typeof source === "object" ? (source as Source) : undefined;
}

/** A bank debit is booked before it is paid: only its intent knows the outcome. */
function chargeIn(source: Source): Pick<ListedMovement, "charge"> {
  const charge = source as Stripe.Charge;
  const intentId = idOf(charge.payment_intent);
  if (source.object !== "charge" || charge.status !== "succeeded" || !intentId) return {};
  const snapshot = toPaidSnapshot(charge, intentId);
  const { metadata, applicationId, currency } = snapshot;
  return { charge: { metadata, applicationId, currency, state: projectIntent(snapshot) } };
}

function disputeIn(source: Source): Pick<ListedMovement, "dispute"> {
  if (source.object !== "dispute") return {};
  return { dispute: { disputeId: source.id, status: String((source as Stripe.Dispute).status) } };
}

function failedRefundIn(source: Source): Pick<ListedMovement, "failedRefundId"> {
  const { object, id, status } = source as Source & { status?: string };
  return object === "refund" && status && hasFailed({ status }) ? { failedRefundId: id } : {};
}

/** What is not the platform's is the processor's fee, or tax on it. */
export function feesOf({ fee, fee_details }: Stripe.BalanceTransaction) {
  const platformFeeCents = sumOf(fee_details.filter(({ type }) => type === "application_fee"));
  const taxCents = sumOf(fee_details.filter(({ type }) => type === "withheld_tax"));
  return { platformFeeCents, processorFeeCents: fee - platformFeeCents, taxCents };
}

const sumOf = (details: { amount: number }[]): number => details.reduce((sum, { amount }) => sum + amount, 0);

const idOf = (reference: Reference | undefined): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;
