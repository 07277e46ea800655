import { describe, expect, it } from "vitest";
import {
  type AccountSnapshot,
  type ConnectedAccount,
  onboardingOf,
  projectAccount,
  requireAccountId,
} from "../../../shared/domain/onboarding.ts";
import { anAccount, aStoredAccount } from "../../support/onboarding.ts";

const NO_CHARGES = { chargesEnabled: false, payoutsEnabled: false };
const FRESH = {
  ...NO_CHARGES,
  detailsSubmitted: false,
  disabledReason: "requirements.past_due",
  currentlyDue: ["external_account"],
  pastDue: ["external_account"],
};

/** What the ledger remembers of an account that could take charges once. */
const ONCE_ENABLED: ConnectedAccount = { ...aStoredAccount(NO_CHARGES), everEnabled: true };

describe("the onboarding status, row by row", () => {
  it.each<[row: string, facts: Partial<AccountSnapshot>, status: string]>([
    ["2 deauthorized, whatever else it says", { deauthorized: true }, "restricted"],
    ["2 rejected for fraud", { disabledReason: "rejected.fraud" }, "restricted"],
    [
      "2 rejected before anything was submitted",
      { ...FRESH, disabledReason: "rejected.listed" },
      "restricted",
    ],
    ["2 rejected for another reason", { ...NO_CHARGES, disabledReason: "rejected.other" }, "restricted"],
    ["2 listed", { ...NO_CHARGES, disabledReason: "listed" }, "restricted"],
    ["2 paused by the platform", { ...FRESH, disabledReason: "platform_paused" }, "restricted"],
    ["2 disabled for another reason", { ...NO_CHARGES, disabledReason: "other" }, "restricted"],
    ["3 charges and payouts", {}, "enabled"],
    ["3 charges and payouts, with something due soon", { currentlyDue: ["company.tax_id"] }, "enabled"],
    ["4 charges only", { payoutsEnabled: false }, "charges_only"],
    ["4 charges only, nothing submitted", { payoutsEnabled: false, detailsSubmitted: false }, "charges_only"],
    ["5 a fresh account, past due as it is", FRESH, "pending"],
    ["5 payouts alone are not enough", { ...FRESH, payoutsEnabled: true }, "pending"],
    ["6 verified", { ...NO_CHARGES, disabledReason: "requirements.pending_verification" }, "pending"],
    ["6 under review", { ...NO_CHARGES, disabledReason: "under_review" }, "pending"],
    ["6 verified, without a reason", { ...NO_CHARGES, pendingVerification: ["company.tax_id"] }, "pending"],
    ["7 something is past due", { ...FRESH, detailsSubmitted: true }, "restricted"],
    [
      "7 something is past due beside what is verified",
      { ...FRESH, detailsSubmitted: true, pendingVerification: ["company.tax_id"] },
      "restricted",
    ],
    [
      "7 a capability is missing",
      { ...NO_CHARGES, disabledReason: "action_required.requested_capabilities" },
      "restricted",
    ],
    ["7 no reason at all", NO_CHARGES, "restricted"],
  ])("%s", (_, facts, status) => {
    expect(projectAccount(anAccount(facts)).onboardingStatus).toBe(status);
  });

  it("1 no account is not_started", () => {
    expect(onboardingOf(null)).toEqual({
      onboardingStatus: "not_started",
      chargesEnabled: false,
      payoutsEnabled: false,
      requirements: null,
    });
  });

  it.each(["under_review", "requirements.pending_verification"])(
    "6 %s is a restriction for an account that could take charges before",
    (disabledReason) => {
      const facts = anAccount({ ...NO_CHARGES, disabledReason });
      expect(projectAccount(facts, ONCE_ENABLED).onboardingStatus).toBe("restricted");
      expect(projectAccount(facts, { ...ONCE_ENABLED, everEnabled: false }).onboardingStatus).toBe("pending");
    },
  );
});

describe("what is remembered", () => {
  it("it is remembered for good that charges were enabled once", () => {
    const enabled = projectAccount(anAccount({ payoutsEnabled: false }));
    expect(enabled.everEnabled).toBe(true);
    const disabled = projectAccount(anAccount(NO_CHARGES), { ...aStoredAccount(), ...enabled });
    expect(disabled.everEnabled).toBe(true);
  });

  it("nothing of a fresh account", () => {
    expect(projectAccount(anAccount(FRESH)).everEnabled).toBe(false);
  });

  it("deauthorization only as long as it lasts", () => {
    const gone = projectAccount(anAccount({ ...NO_CHARGES, deauthorized: true }));
    expect(gone).toMatchObject({ deauthorized: true, chargesEnabled: false });
    const back = projectAccount(anAccount(), { ...aStoredAccount(), ...gone });
    expect(back).toMatchObject({ deauthorized: false, onboardingStatus: "enabled" });
  });
});

it.each([
  [{}, null],
  [{ currentlyDue: ["a"] }, "a"],
  [{ pastDue: ["b"], currentlyDue: ["a", "b", "c"] }, "b, a, c"],
  [{ pendingVerification: ["a"] }, null],
])("the requirements of %j are %s", (facts, requirements) => {
  expect(projectAccount(anAccount(facts)).requirements).toBe(requirements);
});

it("what needs a connected account is rejected for a merchant who has none yet", () => {
  expect(requireAccountId({ account: ONCE_ENABLED })).toBe("acct_1");
  expect(() => requireAccountId({ account: null })).toThrow("The merchant has no connected account yet.");
});
