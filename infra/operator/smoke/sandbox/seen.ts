import Stripe from "stripe";

/** `isAsExpected`: the processor does what the simulator does. */
export type Seen = { isAsExpected: boolean; says: string };

export const seen = (isAsExpected: boolean, says: string): Seen => ({ isAsExpected, says });

/** A rejection is an answer here. */
export const rejectionOr = <T>(call: Promise<T>): Promise<T | Stripe.errors.StripeError> =>
  call.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return error;
    if (error instanceof Stripe.errors.StripeIdempotencyError) return error;
    throw error;
  });

/** Any rejection, also one for a lack of rights or for two requests at once. Silence is no answer. */
export const answerOf = <T>(call: Promise<T>): Promise<T | Stripe.errors.StripeError> =>
  call.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeError && error.statusCode !== undefined) return error;
    throw error;
  });

export const describe = ({ statusCode, code, param }: Stripe.errors.StripeError): string =>
  `rejected with ${statusCode}, code ${code ?? "none"}, param ${param ?? "none"}`;

export const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;
