import type * as z from "zod/mini";
import type { ConnectedAccount as AccountContract, Onboarding } from "../contract/onboarding.ts";
import { type ConnectedAccount, onboardingOf } from "../domain/onboarding.ts";

export const onboardingView = (account: ConnectedAccount | null): z.output<typeof Onboarding> => ({
  processorAccountId: account?.processorAccountId ?? null,
  ...onboardingOf(account),
});

export const connectedAccountView = (account: ConnectedAccount): z.output<typeof AccountContract> => ({
  processorAccountId: account.processorAccountId,
  ...onboardingOf(account),
});
