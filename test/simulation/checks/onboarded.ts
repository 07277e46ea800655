import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

const LATE = ["processor-late", "processor-500-late"] as const;

/**
 * I8 of accounts: after the quiet days the ledger has an account as the processor has it, whichever API made it and
 * whether or not an event told of it. And a merchant that never left has one: a second needs a key that a 500 of v1 or a
 * conflict has spoilt, and whose effect came later. No merchant is given that one.
 */
export function checkOnboarded(simulation: Simulation, { merchantId, hasLeft }: SimulatedMerchant): void {
  const { processor, table } = partsOf();
  if (hasLeft) return;
  const account = (table.peek(merchantKey(merchantId)) as Merchant | undefined)?.account;
  const made = processor.accountsOf(merchantId);
  if (made.some((id) => processor.isOfV2(id))) simulation.reach("onboarded by v2");
  const { faults } = simulation;
  const mayComeLate =
    (faults.exists("processor-500-late") && !made.every((id) => processor.isOfV2(id))) ||
    (faults.exists("processor-key-conflict") && LATE.some((kind) => faults.exists(kind)));
  if (made.length > 1 && !mayComeLate)
    simulation.violate("one account", `${merchantId} has ${made.length} accounts: ${made}`);
  const standing = processor.accounts().find(({ id }) => id === account?.processorAccountId);
  if (!account || !standing) return;
  const now = [standing.charges_enabled, standing.payouts_enabled];
  const kept = [account.chargesEnabled, account.payoutsEnabled];
  if (String(now) !== String(kept))
    simulation.violate("I8", `${standing.id} may charge and be paid out: ${now}, and in the ledger: ${kept}`);
}
