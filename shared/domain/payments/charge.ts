import { Failure, isFailure } from "../failure.ts";
import type { AccountOfMerchant } from "../onboarding.ts";
import type { AlreadyDone, Charge, ChargeBody } from "./operation.ts";
import type { IntentSnapshot, Payment } from "./payment.ts";
import { isPaid } from "./payment.ts";
import type { PaymentStatus } from "./status.ts";

/** The customer's money is taken, held or on its way. Whatever else it shows, it can still be charged, or never again. */
export const isCollected = (status: PaymentStatus): boolean =>
  isPaid(status) || status === "requires_capture" || status === "processing";

type ChargeWish = ChargeBody & Pick<Charge, "returnUrl">;

/** A payment that was collected in any way is answered as it is: it has one intent, which is paid once. */
export function decideCharge(
  { status, amountCents }: Pick<Payment, "status" | "amountCents">,
  { paymentMethodId, returnUrl }: ChargeWish,
): Charge | AlreadyDone | Failure {
  if (isCollected(status)) return { kind: "already_done" };
  return status === "canceled" ? canceled() : { kind: "charge", amountCents, paymentMethodId, returnUrl };
}

/** On an account that was detached, only what was sent before is still finished: the merchant takes no new payments on it. */
export function decideNewCharge(
  payment: Pick<Payment, "status" | "amountCents" | "connectedAccountId">,
  wish: ChargeWish,
  { account }: AccountOfMerchant,
): Charge | AlreadyDone | Failure {
  const decided = decideCharge(payment, wish);
  const isAttached = account?.processorAccountId === payment.connectedAccountId;
  return isAttached || isFailure(decided) || decided.kind === "already_done" ? decided : detached();
}

const detached = (): Failure =>
  new Failure(
    "payment_not_collectable",
    "The payment's connected account was detached from the merchant. Create a new payment and charge that.",
  );

const canceled = (): Failure =>
  new Failure("payment_not_collectable", "The payment is canceled. Create a new one and charge that.");

/** A debit may fail, and a hold may be released, before the charge is written and answered. */
export function requireCollected(payment: Payment): Payment {
  if (isCollected(payment.status)) return payment;
  if (payment.status === "canceled") throw canceled();
  throw new Failure("payment_declined", "The payment was declined after it was charged. Charge it again.");
}

/** A debit that is on its way may have failed since the ledger was told. */
export const mayHaveFailed = ({ status }: Pick<Payment, "status">): boolean => status === "processing";

/** Whether the customer, or another request, has paid with another method than this charge. */
export const isPaidOtherwise = (
  { charge }: Pick<IntentSnapshot, "charge">,
  { paymentMethodId }: Pick<Charge, "paymentMethodId">,
): boolean => charge?.methodId !== undefined && charge.methodId !== paymentMethodId;
