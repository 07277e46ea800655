import * as z from "zod/mini";
import { ONBOARDING_STATUSES } from "../domain/onboarding.ts";
import { described, named } from "./described.ts";
import { accountId, countryCode, optionalEmail, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES, type Tag } from "./operation.ts";

export const ONBOARDING: Tag = {
  name: "Onboarding",
  description: "The merchant's connected account, and what it still needs.",
};

const OnboardingStatus = named(
  "OnboardingStatus",
  "The onboarding status. charges_only: accepts payments but receives no payouts yet. restricted: needs " +
    "attention.",
  z.enum(ONBOARDING_STATUSES),
);

const state = {
  onboardingStatus: OnboardingStatus,
  chargesEnabled: described("Whether the account can accept charges.", z.boolean()),
  payoutsEnabled: described("Whether the account can receive payouts.", z.boolean()),
};

const requirements = described(
  "What the processor still requires, separated by commas; null if nothing.",
  z.nullable(z.string()),
);

/** Integrators agreed on exactly these fields. */
export const ConnectedAccount = named(
  "ConnectedAccount",
  "The merchant's connected account.",
  z.strictObject({ processorAccountId: accountId, ...state, requirements }),
);

/** The same, for a merchant that may not have an account yet. */
export const Onboarding = named(
  "Onboarding",
  "The onboarding state, even if the merchant has no account yet.",
  z.strictObject({
    processorAccountId: described("The connected account; null while there is none.", z.nullable(accountId)),
    ...state,
    requirements,
  }),
);

/** Integrators agreed on exactly these fields: it has no requirements. */
export const RefreshedOnboarding = named(
  "RefreshedOnboarding",
  "The onboarding state, just fetched from the processor.",
  z.strictObject({ processorAccountId: accountId, ...state }),
);

export const OnboardingLink = named(
  "OnboardingLink",
  "Where the merchant enters what the processor requires.",
  z.strictObject({
    url: described("Send the merchant's browser here. It works once.", z.url()),
    expiresAt: described("Until when it works.", timestamp),
  }),
);

const exampleState = {
  processorAccountId: "acct_1QExample",
  onboardingStatus: "pending",
  chargesEnabled: false,
  payoutsEnabled: false,
} as const;

const exampleAccount = { ...exampleState, requirements: "external_account, tos_acceptance.date" };

const accountAnswer = { schema: ConnectedAccount, example: exampleAccount } as const;

export const createAccount = {
  name: "create-account",
  method: "POST",
  path: "/v1/onboarding/account",
  scope: "onboarding",
  tag: ONBOARDING,
  summary: "Create the merchant's connected account",
  description:
    "Creates a Standard account. A merchant has one account: every further call returns the existing account " +
    "and ignores the body.",
  body: z.strictObject({
    email: described("Prefills the processor's form.", optionalEmail()),
    country: z._default(described("A two-letter ISO 3166 code, in upper or lower case.", countryCode), "US"),
  }),
  example: { email: "owner@example.com", country: "US" },
  answers: {
    200: { ...accountAnswer, outcome: "existing", description: "The account already exists." },
    201: { ...accountAnswer, outcome: "created", description: "The account was created." },
  },
  storesAnswer: true,
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "in_progress"],
} as const satisfies Operation;

export const getOnboardingStatus = {
  name: "get-onboarding-status",
  method: "GET",
  path: "/v1/onboarding/status",
  scope: "onboarding",
  console: "read",
  tag: ONBOARDING,
  summary: "Get the onboarding status",
  description: "Updated by the processor's events; not_started before there is an account.",
  answers: { 200: { description: "The onboarding state.", schema: Onboarding, example: exampleAccount } },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const refreshOnboardingStatus = {
  name: "refresh-onboarding-status",
  method: "POST",
  path: "/v1/onboarding/refresh",
  scope: "onboarding",
  tag: ONBOARDING,
  summary: "Refresh the onboarding status",
  description: "Fetches the account's state from the processor now, instead of waiting for its event.",
  body: z.strictObject({}),
  example: {},
  answers: {
    200: { description: "The current state.", schema: RefreshedOnboarding, example: exampleState },
  },
  budget: "processor",
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"],
} as const satisfies Operation;

const ADDRESS_CHARACTERS = 2048;

/** A developer's own machine: the one place where http is no risk. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  // Half a surrogate pair parses, but cannot be encoded for the processor.
  if (!url || url.username || url.password || !text.isWellFormed()) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.includes(url.hostname));
}

/** Where the processor sends a person's browser: https, and no credentials in it. */
export const webAddress = z
  .string()
  .check(
    z.maxLength(ADDRESS_CHARACTERS, { abort: true }),
    z.refine(isWebAddress, { error: "must be an https URL (http only for localhost)." }),
  );

export const createOnboardingLink = {
  name: "create-onboarding-link",
  method: "POST",
  path: "/v1/onboarding/link",
  scope: "onboarding",
  console: "setup",
  tag: ONBOARDING,
  summary: "Create a link to the processor's onboarding",
  description:
    "Send the merchant to the url. It works once, until expiresAt. An expired link redirects to refreshUrl: " +
    "create a new link there. A merchant who finishes or leaves returns to returnUrl.",
  body: z.strictObject({
    returnUrl: described("Where the merchant returns after finishing or leaving.", webAddress),
    refreshUrl: described("Where the merchant is sent if the link has expired or was used.", webAddress),
  }),
  example: {
    returnUrl: "https://shop.example.com/onboarding/done",
    refreshUrl: "https://shop.example.com/onboarding/again",
  },
  answers: {
    200: {
      description: "The link.",
      schema: OnboardingLink,
      example: {
        url: "https://connect.stripe.com/setup/s/acct_1QExample/Example",
        expiresAt: "2026-07-01T12:05:00.000Z",
      },
    },
  },
  budget: "processor",
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"],
} as const satisfies Operation;
