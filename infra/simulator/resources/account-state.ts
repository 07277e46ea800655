import type Stripe from "stripe";
import { type Cause, openScope, PLATFORM, type Scope } from "../world/scope.ts";
import type { Switches } from "../world/switches.ts";
import type { World } from "../world/world.ts";
import { NO_REQUIREMENTS } from "./account-object.ts";
import { PLATFORM_APPLICATION } from "./balance.ts";
import { makePayouts } from "./payout-course.ts";

export type AccountState = Partial<
  Pick<Stripe.Account, "charges_enabled" | "payouts_enabled" | "details_submitted">
> & { requirements?: Partial<Stripe.Account.Requirements> };

export const ENABLED: AccountState = {
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  requirements: NO_REQUIREMENTS,
};

/** Fact 17: on the way to any end the processor tells more than once of an account. */
export const SUBMITTED: AccountState = {
  charges_enabled: false,
  payouts_enabled: false,
  details_submitted: true,
  requirements: {
    ...NO_REQUIREMENTS,
    disabled_reason: "requirements.pending_verification",
    pending_verification: ["individual.verification.document"],
  },
};

const MISSING_DOCUMENT = ["individual.verification.document"];

export const RESTRICTED: AccountState = {
  charges_enabled: false,
  payouts_enabled: false,
  details_submitted: true,
  requirements: {
    ...NO_REQUIREMENTS,
    currently_due: MISSING_DOCUMENT,
    disabled_reason: "requirements.past_due",
    eventually_due: MISSING_DOCUMENT,
    past_due: MISSING_DOCUMENT,
  },
};

export const REJECTED: AccountState = {
  charges_enabled: false,
  payouts_enabled: false,
  details_submitted: true,
  requirements: { ...NO_REQUIREMENTS, disabled_reason: "rejected.fraud" },
};

export function setAccountState(world: World, account: Stripe.Account, state: AccountState, cause: Cause) {
  const { requirements, ...flags } = state;
  const changed: Stripe.Account = { ...account, ...flags };
  changed.requirements = { ...NO_REQUIREMENTS, ...account.requirements, ...requirements };
  // Capabilities follow the one flag: no account is onboarded for one of them alone.
  const capability = changed.charges_enabled ? "active" : "inactive";
  const names = Object.keys(account.capabilities ?? {});
  changed.capabilities = Object.fromEntries(names.map((name) => [name, capability]));

  // The account object is the platform's to read; what happens to it is the account's own event.
  const scope = openScope(world, account.id, cause);
  tellOfAccount(scope, world.switches, scope.save(changed));
  if (changed.payouts_enabled && !account.payouts_enabled) makePayouts(scope);
  return changed;
}

export const v2FactsId = (account: string): string => `v2.${account}`;

/** Of an account that v2 has made thin events tell, and v1 only where the switch says so. */
export function tellOfAccount(scope: Scope, switches: Switches, account: Stripe.Account): void {
  const isOfV2 = scope.within(PLATFORM).find("v2_account", v2FactsId(account.id)) !== undefined;
  if (!isOfV2 || switches.v2AccountEventsInV1) scope.emit("account.updated", account);
  if (isOfV2) {
    scope.emitThin("v2.core.account[requirements].updated", account.id);
    scope.emitThin("v2.core.account[configuration.merchant].capability_status_updated", account.id);
  }
}

const DISCONNECTED = "disconnected";

/** Fact 15: the merchant has revoked the platform's access: from now on the account is unknown to it. */
export function deauthorizeAccount(world: World, id: string, cause: Cause): Stripe.Application {
  world.store.objects.move(id, DISCONNECTED);
  const application: Stripe.Application = {
    id: PLATFORM_APPLICATION,
    object: "application",
    name: "simulator",
  };
  openScope(world, id, cause).emit("account.application.deauthorized", application);
  return application;
}

export function findAccount(world: World, id: string): Stripe.Account | undefined {
  return world.store.objects.find("account", PLATFORM, id);
}
