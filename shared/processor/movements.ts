import type Stripe from "stripe";
import type { Slice } from "../domain/finance/pull.ts";
import type { Movement } from "../domain/finance/statement.ts";
import { type PaymentState, projectIntent } from "../domain/payments/payment.ts";
import { inspect } from "./client.ts";
import { createdWithin, PAGE_ITEMS } from "./lookup.ts";
import { toPaidSnapshot } from "./snapshot.ts";

/** A movement of money and what it is about. A charge says all that is to be known of its payment. */
export type ListedMovement = Movement & {
  intentId: string | undefined;
  chargeId: string | undefined;
  charge?: { metadata: Record<string, string>; state: PaymentState };
  dispute?: { disputeId: string; status: string };
};

export type MovementPage = { movements: ListedMovement[]; next?: string };

const KINDS: Record<string, Movement["kind"]> = {
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund",
  payment_failure_refund: "refund",
  adjustment: "dispute",
};

/** One page of what moved on an account, newest first. Payouts and the like are about no payment, and left out. */
export async function listMovements(
  accountId: string,
  slice: Slice,
  after: string | undefined,
): Promise<MovementPage> {
  const parameters = {
    created: createdWithin(slice),
    expand: ["data.source"],
    limit: PAGE_ITEMS,
    ...(after && { starting_after: after }),
  };
  const { data, has_more } = await inspect((stripe) =>
    stripe.balanceTransactions.list(parameters, { stripeAccount: accountId }),
  );
  const next = has_more ? data.at(-1)?.id : undefined;
  const movements = data.flatMap(toMovement);
  return next === undefined ? { movements } : { movements, next };
}

type Reference = string | { id: string } | null;

/** What is read of a charge, a refund or a dispute, whichever it is. */
type Source =
  | Stripe.Charge
  | {
      object: "refund" | "dispute";
      id: string;
      charge: Reference;
      payment_intent: Reference;
      status: string;
    };

function toMovement(transaction: Stripe.BalanceTransaction): ListedMovement[] {
  const kind = KINDS[transaction.type];
  const source = transaction.source as Source | string | null;
  if (!kind || !source || typeof source !== "object") return [];
  // An adjustment that is not a dispute's is between the merchant and the processor.
  if (kind === "dispute" && source.object !== "dispute") return [];
  const chargeId = source.object === "charge" ? source.id : idOf(source.charge);
  const intentId = idOf(source.payment_intent);
  return [
    {
      kind,
      currency: transaction.currency,
      amountCents: transaction.amount,
      ...feesOf(transaction),
      intentId,
      chargeId,
      ...(source.object === "charge" && intentId && { charge: chargeFacts(source, intentId) }),
      ...(kind === "dispute" && { dispute: { disputeId: source.id, status: String(source.status) } }),
    },
  ];
}

const chargeFacts = (charge: Stripe.Charge, intentId: string) => ({
  metadata: charge.metadata,
  state: projectIntent(toPaidSnapshot(charge, intentId)),
});

/** What is not ours is the processor's: its fee, and taxes on it. */
function feesOf({ fee, fee_details }: Stripe.BalanceTransaction) {
  const ours = fee_details.filter(({ type }) => type === "application_fee");
  const platformFeeCents = ours.reduce((sum, { amount }) => sum + amount, 0);
  return { platformFeeCents, processorFeeCents: fee - platformFeeCents };
}

const idOf = (reference: Reference): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;
