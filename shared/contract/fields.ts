import * as z from "zod/mini";
import {
  CUSTOMER_ID,
  ENDPOINT_ID,
  EVENT_ID,
  METHOD_ID,
  PAYMENT_ID,
  PAYOUT_ID,
  RECOVERY_ID,
  REFUND_ID,
  SESSION_ID,
} from "../domain/id-forms.ts";
import { isCurrency, MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS } from "../domain/payments/currency.ts";
import { isReserved } from "../domain/payments/metadata.ts";
import { described } from "./described.ts";

/** The processor keeps at most this much in one metadata value, and orderRef, branch and customerRef go there. */
const METADATA_VALUE_CHARACTERS = 500;

const textOrNone = (maxCharacters = METADATA_VALUE_CHARACTERS) =>
  z.string().check(
    z.maxLength(maxCharacters, { abort: true }),
    // The processor counts an emoji as two characters, as JavaScript does; maxLength counts it as one.
    z.refine((value: string) => value.length <= maxCharacters, {
      error: `must have at most ${maxCharacters} characters; an emoji counts as two.`,
    }),
    // Half a surrogate pair is legal JSON but cannot be encoded for the processor.
    z.refine((value: string) => value.isWellFormed(), { error: "must be well-formed Unicode." }),
  );

export const text = (maxCharacters?: number) => textOrNone(maxCharacters).check(z.minLength(1));

/** Callers that have nothing to say may leave the field out, or send null or "": all mean that it is absent. */
const optional = (schema: z.ZodMiniString) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value: string | null) => value || undefined),
    ),
  );

export const optionalText = (maxCharacters?: number) => optional(textOrNone(maxCharacters));

/** The processor's own key, which a caller may choose: a value of its own, which may have a comma. */
export const optionalProcessorKey = () =>
  optional(
    z
      .string()
      .check(z.regex(/^[\x21-\x7e]{0,255}$/, { error: "must be at most 255 visible ASCII characters." })),
  );

const SUFFIX_CHARACTERS = 10;

/** The processor prints at most 22 characters: the account's prefix of up to ten, a star, a space, and this. */
export const optionalSuffix = () =>
  optional(
    textOrNone(SUFFIX_CHARACTERS).check(
      // One pattern: generators such as ogen cannot merge two.
      z.regex(
        /^([\x20\x21\x23-\x26\x28\x29\x2b-\x3b\x3d\x3f-\x5b\x5d-\x7e]*[A-Za-z][\x20\x21\x23-\x26\x28\x29\x2b-\x3b\x3d\x3f-\x5b\x5d-\x7e]*)?$/,
        {
          error: "must have a letter, and only ASCII characters without < > \\ ' \" or *.",
        },
      ),
    ),
  );

const METADATA_NAMES = 20;
const METADATA_NAME_CHARACTERS = 40;

/** A claim keeps it: above this size each of its writes would cost twice as much. */
const METADATA_BYTES = 1000;

type Metadata = Record<string, string>;

function whyNotName(name: string): string | undefined {
  if (name === "" || name.length > METADATA_NAME_CHARACTERS)
    return `must have a name of 1 to ${METADATA_NAME_CHARACTERS} characters.`;
  if (/[[\]]/.test(name) || !name.isWellFormed()) return "must have a name without brackets.";
  return isReserved(name) ? "is a name that this service uses itself. Choose another one." : undefined;
}

/** The processor takes 50 names of 40 characters with values of 500, and ours are among them. */
export const optionalMetadata = () =>
  z.optional(
    z.record(z.string(), text()).check(
      z.check<Metadata>(({ value, issues }) => {
        const add = (message: string, ...path: string[]) =>
          issues.push({ code: "custom", input: value, path, message, continue: true });
        for (const name of Object.keys(value)) {
          const message = whyNotName(name);
          if (message) add(message, name);
        }
        if (Object.keys(value).length > METADATA_NAMES) add(`must have at most ${METADATA_NAMES} names.`);
        if (Buffer.byteLength(JSON.stringify(value)) > METADATA_BYTES)
          add(`must have at most ${METADATA_BYTES} bytes as JSON.`);
      }),
    ),
  );

const EMAIL_CHARACTERS = 320;

/** Something, an @, something: whether there is such an address is for the processor to say. */
export const email = () =>
  text(EMAIL_CHARACTERS).check(z.regex(/^.+@.+$/, { error: "must be an email address." }));

export const optionalEmail = () =>
  optional(textOrNone(EMAIL_CHARACTERS).check(z.regex(/^(.+@.+)?$/, { error: "must be an email address." })));

export const chargeCents = z.int().check(z.minimum(MIN_AMOUNT_CENTS), z.maximum(MAX_AMOUNT_CENTS));

export const currency = z.pipe(
  z
    .string()
    .check(
      z.regex(/^[A-Za-z]{3}$/, { error: "must be three letters, such as usd.", abort: true }),
      z.refine(isCurrency, { error: "must be an ISO 4217 currency code, such as usd." }),
    ),
  z.transform((code: string) => code.toLowerCase()),
);

/** ISO 3166; which countries it serves is the processor's to say. */
export const countryCode = z.pipe(
  z.string().check(z.regex(/^[A-Za-z]{2}$/, { error: "must be two letters, such as US." })),
  z.transform((code: string) => code.toUpperCase()),
);

/** A moment as callers write it, with any offset; milliseconds inside. */
export const time = z.pipe(
  z.iso.datetime({
    offset: true,
    abort: true,
    error: "must be an ISO 8601 time, such as 2026-07-01T12:00:00Z.",
  }),
  z.transform((text: string) => Date.parse(text)),
);

/** A moment as we write it. */
export const timestamp = described("An ISO 8601 time, in UTC.", z.iso.datetime());

export const integer = (description: string) => described(description, z.int());

export const nullableText = (description: string) => described(description, z.nullable(z.string()));

/** Bundles leave out those that their function does not name. */
const idOf = (description: string, form: RegExp, whose: string) =>
  described(description, z.string().check(z.regex(form, { error: `must be the id of ${whose}.` })));

export const customerId = /* @__PURE__ */ idOf(
  "The customer's id at the processor.",
  CUSTOMER_ID,
  "a customer (cus_…)",
);

export const paymentMethodId = /* @__PURE__ */ idOf(
  "The payment method's id at the processor.",
  METHOD_ID,
  "a payment method (pm_…)",
);

export const paymentId = /* @__PURE__ */ idOf("The payment's id.", PAYMENT_ID, "a payment (svcpay_…)");

export const eventId = /* @__PURE__ */ idOf("The event's id.", EVENT_ID, "an event (evt_…)");

export const payoutId = /* @__PURE__ */ idOf(
  "The payout's id at the processor.",
  PAYOUT_ID,
  "a payout (po_…)",
);

export const refundId = /* @__PURE__ */ idOf(
  "The refund at the processor.",
  REFUND_ID,
  "a refund (re_… or pyr_…)",
);

export const endpointId = /* @__PURE__ */ idOf(
  "The callback endpoint's id.",
  ENDPOINT_ID,
  "a callback endpoint (ep_…)",
);

export const recoveryId = /* @__PURE__ */ idOf("The recovery's id.", RECOVERY_ID, "a recovery (rcv_…)");

export const sessionId = /* @__PURE__ */ idOf(
  "The console session's id.",
  SESSION_ID,
  "a console session (ses_…)",
);

/** An id that the processor makes: its prefix says what of. */
const processorId = (prefix: string) =>
  z.string().check(
    z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_]+$`), {
      error: `must be an id of the processor (${prefix}_…).`,
    }),
  );

export const intentId = described("The payment intent at the processor.", processorId("pi"));

export const accountId = described("The merchant's connected account at the processor.", processorId("acct"));

export const traceId = described(
  "The id of the request that caused it. The same id is in its X-Correlation-Id header and in our logs.",
  z.string(),
);
