import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import { metadata } from "../http/metadata.ts";
import {
  boolean,
  integer,
  object,
  oneOf,
  type Read,
  type Reader,
  type ShapeOf,
  text,
  url,
} from "../http/params.ts";
import { allowedTypes, writtenTypes } from "./intent-payment-methods.ts";

const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;
const DESCRIPTOR_MAX_CHARACTERS = 22;

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

const amount: Reader<number> = (value, name) => {
  const cents = integer(value, name);
  if (cents < 1) {
    throw invalid("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: name,
    });
  }
  if (cents < MIN_AMOUNT)
    throw invalid(`Amount must be at least ${MIN_AMOUNT}.`, { code: "amount_too_small", param: name });
  if (cents > MAX_AMOUNT)
    throw invalid(`Amount must be no more than ${MAX_AMOUNT}.`, { code: "amount_too_large", param: name });
  return cents;
};

const currency: Reader<string> = (value, name) => {
  const code = text(value, name).toUpperCase();
  if (!CURRENCIES.has(code)) throw invalid(`Invalid currency: ${code.toLowerCase()}.`, { param: name });
  return code.toLowerCase();
};

const descriptor: Reader<string> = (value, name) => {
  const printed = text(value, name);
  if (printed.length > DESCRIPTOR_MAX_CHARACTERS) {
    throw invalid(`The statement descriptor must be at most ${DESCRIPTOR_MAX_CHARACTERS} characters.`, {
      param: name,
    });
  }
  // Statement descriptors: Latin characters, one letter, none of these.
  if (!/[A-Za-z]/.test(printed) || /[<>\\'"*]/.test(printed))
    throw invalid("The statement descriptor must have a letter, and none of < > \\ ' \" *.", { param: name });
  return printed;
};

type Removed = { payment_method_types: unknown };

export const CONFIRM_FIELDS = {
  mandate_data: object({
    customer_acceptance: object({
      online: object({ ip_address: text, user_agent: text }),
      type: oneOf("online", "offline"),
    }),
  }),
  off_session: boolean,
  payment_method_types: writtenTypes,
  return_url: url,
} satisfies ShapeOf<Stripe.PaymentIntentConfirmParams & Removed>;

export const CREATE_PARAMS = {
  ...CONFIRM_FIELDS,
  allowed_payment_method_types: allowedTypes,
  amount,
  application_fee_amount: integer,
  capture_method: oneOf("automatic", "automatic_async", "manual"),
  currency,
  customer: text,
  description: text,
  metadata,
  payment_method: text,
  receipt_email: text,
  setup_future_usage: oneOf("on_session", "off_session"),
  statement_descriptor: descriptor,
  statement_descriptor_suffix: descriptor,
  automatic_payment_methods: object({ allow_redirects: oneOf("always", "never"), enabled: boolean }),
  confirm: boolean,
} satisfies ShapeOf<Stripe.PaymentIntentCreateParams & Removed>;

/** What the dashboard edits, and what a shop's page changes before the customer confirms. */
export const UPDATE_PARAMS = {
  amount,
  description: text,
  metadata,
  payment_method: text,
} satisfies ShapeOf<Stripe.PaymentIntentUpdateParams>;

export type CreateParams = Read<typeof CREATE_PARAMS>;
export type UpdateParams = Read<typeof UPDATE_PARAMS>;
export type ConfirmParams = Read<typeof CONFIRM_FIELDS> & { payment_method?: string | undefined };
