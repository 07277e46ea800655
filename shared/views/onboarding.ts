import type * as z from "zod/mini";
import type { Onboarding } from "../contract/onboarding.ts";
import { type ConnectedAccount, onboardingOf } from "../domain/onboarding.ts";

/** The onboarding state as merchants see it: these fields and no others. */
export const onboardingView = (account: ConnectedAccount | null): z.output<typeof Onboarding> => ({
  processorAccountId: account?.processorAccountId ?? null,
  ...onboardingOf(account),
});
