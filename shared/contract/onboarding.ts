import * as z from "zod/mini";
import { ONBOARDING_STATUSES } from "../domain/onboarding.ts";
import { countryCode, webAddress } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES, type Tag } from "./operation.ts";

const TAG: Tag = {
  name: "Onboarding",
  description: "The merchant's connected account, and what it still lacks.",
};

const OnboardingStatus = z.enum(ONBOARDING_STATUSES);

/** Section 2.2 of the specification, exactly. */
export const ConnectedAccount = z.strictObject({
  processorAccountId: z.string(),
  onboardingStatus: OnboardingStatus,
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  requirements: z.nullable(z.string()),
});

/** The same, for a merchant that may not have an account yet. */
export const Onboarding = z.strictObject({
  ...ConnectedAccount.shape,
  processorAccountId: z.nullable(z.string()),
});

/** Section 4.12's answer, exactly: it has no requirements. */
export const RefreshedOnboarding = z.strictObject({
  processorAccountId: z.string(),
  onboardingStatus: OnboardingStatus,
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
});

export const OnboardingLink = z.strictObject({ url: z.string(), expiresAt: z.string() });

const accountAnswer = { name: "ConnectedAccount", schema: ConnectedAccount } as const;

export const createAccount = {
  name: "create-account",
  method: "POST",
  path: "/v1/onboarding/account",
  tag: TAG,
  summary: "Create the merchant's connected account",
  description:
    "Creates a Standard account, of which a merchant has one: every further call answers the existing account, " +
    "whatever its body says.",
  body: z.strictObject({
    email: z.optional(z.email().check(z.maxLength(320))),
    country: z._default(countryCode, "US"),
  }),
  answers: {
    200: { ...accountAnswer, outcome: "existing", description: "The account that exists already." },
    201: { ...accountAnswer, outcome: "created", description: "The account was created." },
  },
  storesAnswer: true,
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "in_progress"],
} as const satisfies Operation;

export const getOnboardingStatus = {
  name: "get-onboarding-status",
  method: "GET",
  path: "/v1/onboarding/status",
  tag: TAG,
  summary: "Get the onboarding status",
  description: "Kept current by the processor's events; before there is an account it is not_started.",
  answers: { 200: { name: "Onboarding", description: "The onboarding state.", schema: Onboarding } },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const refreshOnboardingStatus = {
  name: "refresh-onboarding-status",
  method: "POST",
  path: "/v1/onboarding/refresh",
  tag: TAG,
  summary: "Refresh the onboarding status",
  description: "Asks the processor for the account's state now, instead of waiting for its event.",
  body: z.strictObject({}),
  answers: {
    200: { name: "RefreshedOnboarding", description: "The state as it is now.", schema: RefreshedOnboarding },
  },
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"],
} as const satisfies Operation;

export const createOnboardingLink = {
  name: "create-onboarding-link",
  method: "POST",
  path: "/v1/onboarding/link",
  tag: TAG,
  summary: "Create a link to the processor's onboarding",
  description:
    "Send the merchant to the url. It works once and until expiresAt; a visitor who comes too late is sent to " +
    "refreshUrl, which should make a new link, and one who is done or leaves is sent to returnUrl.",
  body: z.strictObject({ returnUrl: webAddress, refreshUrl: webAddress }),
  answers: { 200: { name: "OnboardingLink", description: "The link.", schema: OnboardingLink } },
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"],
} as const satisfies Operation;
