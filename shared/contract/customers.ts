import * as z from "zod/mini";
import type * as domain from "../domain/customer.ts";
import { described, named } from "./described.ts";
import { customerId, nullableText, optionalEmail, optionalText, paymentMethodId, text } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES, type Tag } from "./operation.ts";
import { connectedAccountId, publishableKey } from "./payment-fields.ts";

const TAG: Tag = {
  name: "Customers",
  description: "Customers who come back, and their saved payment methods. Both live at the processor.",
};

const NAME_CHARACTERS = 256;

const Customer = named(
  "Customer",
  "A customer in the merchant's connected account.",
  z.strictObject({
    customerId: described("Store it, and send it as customerRef of a payment.", customerId),
    customerRef: nullableText("Your own reference for the customer; null if none was given."),
  }) satisfies z.ZodMiniType<domain.Customer>,
);

const CustomerSetup = named(
  "CustomerSetup",
  "What the browser SDK needs to save a payment method without a payment.",
  z.strictObject({
    setupIntentId: described("The processor's setup intent.", z.string()),
    clientSecret: described(
      "Pass it to the processor's browser SDK, which confirms the setup with it.",
      z.string(),
    ),
    connectedAccountId,
    publishableKey,
  }) satisfies z.ZodMiniType<domain.CustomerSetup>,
);

const nullableInt = (description: string) => described(description, z.nullable(z.int()));

const SavedPaymentMethod = named(
  "SavedPaymentMethod",
  "A payment method that a customer has saved.",
  z.strictObject({
    customerId,
    paymentMethodId,
    type: described("For example card or us_bank_account.", z.string()),
    brand: nullableText("The card's brand or the bank's name."),
    last4: nullableText("The last four digits."),
    expMonth: nullableInt("The month in which the card expires."),
    expYear: nullableInt("The year in which the card expires."),
  }) satisfies z.ZodMiniType<domain.SavedMethod>,
);

const FAILURES = [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"] as const;

const exampleCustomer = { customerId: "cus_QExample", customerRef: "anna-17" };

export const createCustomer = {
  name: "create-customer",
  method: "POST",
  path: "/v1/customers",
  scope: "customers:write",
  tag: TAG,
  summary: "Create a customer",
  description:
    "Creates a customer in the merchant's connected account. Store customerId, and send it as customerRef of a " +
    "payment. An Idempotency-Key is valid for a day. A customer belongs to one account: if the account is replaced, " +
    "create the customer again.",
  idempotencyKey: "optional",
  body: z.strictObject({
    customerRef: described(
      "Your own reference for the customer, kept at the processor as metadata.",
      optionalText(),
    ),
    email: described("The customer's email address, kept at the processor.", optionalEmail()),
    name: described("The customer's name, kept at the processor.", optionalText(NAME_CHARACTERS)),
  }),
  example: { customerRef: "anna-17", email: "anna@example.com" },
  answers: { 201: { description: "The customer was created.", schema: Customer, example: exampleCustomer } },
  budget: "processor",
  failures: [...FAILURES, "idempotency_conflict", "in_progress"],
} as const satisfies Operation;

export const findCustomers = {
  name: "find-customers",
  method: "GET",
  path: "/v1/customers",
  scope: "customers:read",
  tag: TAG,
  summary: "Find customers by your reference",
  description:
    "For when you have lost a customerId. The processor's search answers: a new customer appears after about a " +
    "minute, at worst after an hour. Search is not offered to accounts in India. At most 100 are returned.",
  query: z.strictObject({ customerRef: described("Your own reference, exactly as given.", text()) }),
  answers: {
    200: {
      description: "The customers with this reference.",
      schema: z.array(Customer),
      example: [exampleCustomer],
    },
  },
  budget: "processor",
  failures: FAILURES,
} as const satisfies Operation;

export const deleteCustomer = {
  name: "delete-customer",
  method: "DELETE",
  path: "/v1/customers/{id}",
  pathParameters: { id: customerId },
  scope: "customers:write",
  tag: TAG,
  summary: "Delete a customer",
  description:
    "Deletes the customer and its saved payment methods for good. Past payments keep their data. Only a customer " +
    "that was created with this API can be deleted; any other is 404, and so is one that is deleted already.",
  answers: { 200: { description: "The customer was deleted.", schema: Customer, example: exampleCustomer } },
  budget: "processor",
  failures: [...FAILURES, "not_found"],
} as const satisfies Operation;

export const setUpCustomer = {
  name: "set-up-customer",
  method: "POST",
  path: "/v1/customers/{id}/setup",
  pathParameters: { id: customerId },
  scope: "customers:write",
  tag: TAG,
  summary: "Save a payment method without a payment",
  description:
    "Starts the saving of a payment method that you will charge while the customer is away. The customer confirms " +
    "it in the browser with clientSecret. To save the method of a payment, send savePaymentMethod with the payment " +
    "instead.",
  idempotencyKey: "optional",
  body: z.strictObject({}),
  example: {},
  answers: {
    201: {
      description: "The setup was started.",
      schema: CustomerSetup,
      example: {
        setupIntentId: "seti_1QExample",
        clientSecret: "seti_1QExample_secret_Example",
        connectedAccountId: "acct_1QExample",
        publishableKey: "pk_live_Example",
      },
    },
  },
  budget: "processor",
  failures: [...FAILURES, "not_found", "idempotency_conflict", "in_progress"],
} as const satisfies Operation;

const SAVED_METHOD = {
  customerId: "cus_QExample",
  paymentMethodId: "pm_1QExample",
  type: "card",
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2034,
};

export const listSavedMethods = {
  name: "list-saved-methods",
  method: "GET",
  path: "/v1/customers/{id}/payment-methods",
  pathParameters: { id: customerId },
  scope: "customers:read",
  tag: TAG,
  summary: "List a customer's saved payment methods",
  description: "The newest first, at most 100. Read from the processor on each request and not stored here.",
  answers: {
    200: {
      description: "The saved payment methods.",
      schema: z.array(SavedPaymentMethod),
      example: [SAVED_METHOD],
    },
  },
  budget: "processor",
  failures: [...FAILURES, "not_found"],
} as const satisfies Operation;

export const deleteSavedMethod = {
  name: "delete-saved-method",
  method: "DELETE",
  path: "/v1/customers/{id}/payment-methods/{paymentMethodId}",
  pathParameters: { id: customerId, paymentMethodId },
  scope: "customers:write",
  tag: TAG,
  summary: "Delete a saved payment method",
  description: "It cannot be charged or saved again. A method of another customer is 404.",
  answers: {
    200: {
      description: "The payment method was deleted.",
      schema: SavedPaymentMethod,
      example: SAVED_METHOD,
    },
  },
  budget: "processor",
  failures: [...FAILURES, "not_found"],
} as const satisfies Operation;
