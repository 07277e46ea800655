import * as z from "zod/mini";
import type * as terminal from "../domain/terminal.ts";
import { described, named } from "./described.ts";
import { countryCode, optionalText, paymentId, text } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES, type Tag } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";

export const TERMINAL: Tag = { name: "Terminal", description: "Card readers and their locations." };

const locationId = described(
  "The location's id.",
  z.string().check(z.regex(/^tml_[A-Za-z0-9_]{1,100}$/, { error: "must be the id of a location (tml_…)." })),
);

export const readerId = described(
  "The reader's id.",
  z.string().check(z.regex(/^tmr_[A-Za-z0-9_]{1,100}$/, { error: "must be the id of a reader (tmr_…)." })),
);

const ConnectionToken = named(
  "ConnectionToken",
  "A token with which the reader SDK connects.",
  z.strictObject({
    secret: described("Short-lived. Pass it to the reader SDK and do not store it.", z.string()),
  }),
);

/** Integrators agreed on exactly these fields. */
const Location = named(
  "TerminalLocation",
  "A place with readers.",
  z.strictObject({
    id: locationId,
    displayName: described("Its name.", z.string()),
  }) satisfies z.ZodMiniType<terminal.Location>,
);

/** Integrators agreed on exactly these fields. */
const Reader = named(
  "TerminalReader",
  "A card reader.",
  z.strictObject({
    id: readerId,
    label: described("Its friendly label.", z.string()),
    deviceType: described("The hardware, for example bbpos_wisepos_e.", z.string()),
    status: described("Whether it was connected recently.", z.enum(["online", "offline"])),
    locationId: described(
      "Its location; empty if it has none.",
      z.string().check(z.regex(/^(tml_[A-Za-z0-9_]{1,100})?$/)),
    ),
  }) satisfies z.ZodMiniType<terminal.Reader>,
);

export const ReaderState = named(
  "TerminalReaderState",
  "A card reader, and what it is doing.",
  z.strictObject({
    ...Reader.shape,
    action: described(
      "The reader's current or last action; null if there is none, or after a cancellation.",
      z.nullable(
        z.strictObject({
          status: described(
            "in_progress: it waits for a card or authorizes it; succeeded; failed. The processor may add more.",
            z.string(),
          ),
          svcPaymentId: described(
            "The payment that it collects or refunds; null if this API did not start the action.",
            z.nullable(paymentId),
          ),
          failureCode: described(
            "Why it failed, in the processor's words: card_declined, customer_canceled and others.",
            z.nullable(z.string()),
          ),
        }),
      ),
    ),
  }),
);

const FAILURES = [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"] as const;

const exampleLocation = { id: "tml_FExample", displayName: "Main Street" };

const exampleReader = {
  id: "tmr_FExample",
  label: "Till 1",
  deviceType: "bbpos_wisepos_e",
  status: "online",
  locationId: "tml_FExample",
} as const;

export const createConnectionToken = {
  name: "create-connection-token",
  method: "POST",
  path: "/v1/terminal/connection-token",
  scope: "terminal",
  tag: TERMINAL,
  summary: "Create a connection token",
  description: "A short-lived secret for the reader SDK, scoped to the merchant's connected account.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: { description: "The token.", schema: ConnectionToken, example: { secret: "pst_live_Example" } },
  },
  budget: "processor",
  failures: FAILURES,
} as const satisfies Operation;

export const createLocation = {
  name: "create-location",
  method: "POST",
  path: "/v1/terminal/locations",
  scope: "terminal",
  tag: TERMINAL,
  summary: "Create a location",
  description:
    "Readers are registered at a location. The processor needs its address. An Idempotency-Key is valid for a " +
    "day.",
  idempotencyKey: "optional",
  body: z.strictObject({
    displayName: described("A name that people recognize.", text()),
    line1: described("Street address, first line.", text()),
    line2: described("Street address, second line.", optionalText()),
    city: described("City.", text()),
    state: described("State or province.", text()),
    postalCode: described("Postal code.", text()),
    country: z._default(described("A two-letter ISO 3166 code, in upper or lower case.", countryCode), "US"),
  }),
  example: {
    displayName: "Main Street",
    line1: "1 Main Street",
    city: "Springfield",
    state: "IL",
    postalCode: "62701",
    country: "US",
  },
  answers: { 201: { description: "The location was created.", schema: Location, example: exampleLocation } },
  budget: "processor",
  failures: [...FAILURES, "idempotency_conflict", "in_progress"],
} as const satisfies Operation;

export const listLocations = {
  name: "list-locations",
  method: "GET",
  path: "/v1/terminal/locations",
  scope: "terminal",
  tag: TERMINAL,
  summary: "List the merchant's locations",
  description: "Read from the processor, which stores them.",
  query: pageQuery(locationId),
  answers: { 200: page(Location, [exampleLocation]) },
  budget: "processor",
  failures: FAILURES,
} as const satisfies Operation;

export const registerReader = {
  name: "register-reader",
  method: "POST",
  path: "/v1/terminal/readers",
  scope: "terminal",
  tag: TERMINAL,
  summary: "Register a reader",
  description:
    "Attaches the reader that shows the code on its screen to one of the merchant's locations. An " +
    "Idempotency-Key is valid for a day.",
  idempotencyKey: "optional",
  body: z.strictObject({
    registrationCode: described("The code that the reader shows.", text()),
    locationId: described("The reader's location.", locationId),
    label: described("A friendly label.", optionalText()),
  }),
  example: { registrationCode: "simulated-wpe", locationId: "tml_FExample", label: "Till 1" },
  answers: { 201: { description: "The reader was registered.", schema: Reader, example: exampleReader } },
  budget: "processor",
  failures: [...FAILURES, "idempotency_conflict", "in_progress"],
} as const satisfies Operation;

export const listReaders = {
  name: "list-readers",
  method: "GET",
  path: "/v1/terminal/readers",
  scope: "terminal",
  tag: TERMINAL,
  summary: "List the merchant's readers",
  description: "Read from the processor, including whether each reader is online.",
  query: pageQuery(readerId),
  answers: { 200: page(Reader, [exampleReader]) },
  budget: "processor",
  failures: FAILURES,
} as const satisfies Operation;

const READER_FAILURES = [...FAILURES, "not_found", "reader_busy"] as const;

export const exampleState = {
  ...exampleReader,
  action: {
    status: "in_progress",
    svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
    failureCode: null,
  },
};

export const getReader = {
  name: "get-reader",
  method: "GET",
  path: "/v1/terminal/readers/{id}",
  pathParameters: { id: readerId },
  scope: "terminal",
  tag: TERMINAL,
  summary: "Retrieve a reader and its action",
  description:
    "Read from the processor. While a payment is collected, poll it every two seconds. It shows immediately " +
    "that a card was declined or that the customer canceled. Fulfill based on the payment, not on the action.",
  answers: { 200: { description: "The reader.", schema: ReaderState, example: exampleState } },
  failures: [...FAILURES, "not_found"],
} as const satisfies Operation;

export const processAtReader = {
  name: "process-at-reader",
  method: "POST",
  path: "/v1/terminal/readers/{id}/process",
  pathParameters: { id: readerId },
  scope: "terminal",
  tag: TERMINAL,
  summary: "Collect a payment at a reader",
  description:
    "Sends the payment to the reader, which asks for a card. The payment needs card_present in " +
    "paymentMethodTypes. Safe to repeat, without an Idempotency-Key: a payment is paid once. A repeat while " +
    "the reader collects this payment, or after it has, returns that action. While it collects another " +
    "payment the response is 409 Reader busy and names it. After a declined card, send the same payment again.",
  body: z.strictObject({
    svcPaymentId: described("The payment to collect.", paymentId),
    skipTipping: described(
      "Do not offer a tip on the reader. Default: the reader's configuration.",
      z.optional(z.boolean()),
    ),
    allowCancel: described(
      "Whether the customer can cancel on the reader. Default: the processor's.",
      z.optional(z.boolean()),
    ),
    replace: described(
      "Send it although the reader collects another payment, which is then no longer collected, or sends this one " +
        "anew. Default: false.",
      z.optional(z.boolean()),
    ),
  }),
  example: { svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0", allowCancel: true },
  answers: {
    200: { description: "The reader has the payment.", schema: ReaderState, example: exampleState },
  },
  failures: [...READER_FAILURES, "reader_offline", "payment_not_collectable"],
} as const satisfies Operation;

export const cancelReaderAction = {
  name: "cancel-reader-action",
  method: "POST",
  path: "/v1/terminal/readers/{id}/cancel",
  pathParameters: { id: readerId },
  scope: "terminal",
  tag: TERMINAL,
  summary: "Cancel a reader's action",
  description:
    "The reader shows its start screen again. The payment stays unpaid and can be collected again; cancel it " +
    "too if the order is abandoned. During an authorization the response is 409 Reader busy: retrieve the " +
    "reader to see the outcome.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: {
      description: "The reader is free.",
      schema: ReaderState,
      example: { ...exampleReader, action: null },
    },
  },
  failures: [...READER_FAILURES, "reader_offline"],
} as const satisfies Operation;
