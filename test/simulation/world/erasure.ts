import { eraseMerchant } from "../../../shared/flows/merchants/erase-merchant.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { storedText } from "../../support/stored-text.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { AnswerChecks } from "../checks/answers.ts";
import { live } from "./functions.ts";
import { partsOf } from "./parts.ts";
import type { Simulation } from "./simulation.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHARE = 0.05;
/** What only this merchant's orders and endpoint were called. */
const PERSONAL = /"ref-\d+"|shop-0\.example\.com/;

/**
 * When all is done, in some seeds: a merchant is erased while its money still moves at the processor and its client
 * repeats what it once asked for. Once the command has run again, nothing of it is left, whatever came in between.
 */
export async function runErasure(
  simulation: Simulation,
  { merchants, checks }: { merchants: SimulatedMerchant[]; checks: AnswerChecks },
  isOver: () => boolean,
): Promise<void> {
  const { clock } = simulation;
  const chance = simulation.chance("erasures");
  const [merchant] = merchants;
  if (!merchant?.accountId || (merchant.hasLeft && !merchant.isBack) || !chance.happens(SHARE)) return;
  const { merchantId, accountId } = merchant;
  const { processor, table } = partsOf();
  const repeats = checks.repeats();
  checks.forget();
  const soon = (run: () => void) => clock.after(chance.between(0, 4 * MINUTE_MS), run);
  for (const { id } of processor.list("payment_intent", accountId))
    soon(() => processor.refundAtDashboard(id, accountId));
  for (const repeat of repeats) soon(() => void repeat());
  for (let round = 0; round < 2; round++) {
    void live("operator", Number.POSITIVE_INFINITY, async () => {
      const random = (size: number) => Uint8Array.from({ length: size }, () => chance.below(256));
      const change = { at: Date.now(), random, actor: "operator" };
      return eraseMerchant(await getMerchant(merchantId), change, () => clock.sleep(2 * MINUTE_MS));
    });
    await clock.runUntil(clock.now + 26 * HOUR_MS, isOver);
  }
  simulation.reach("erased");
  if (table.peek(merchantKey(merchantId))?.erasedAt === undefined)
    simulation.violate("I10", `${merchantId} was erased, and is not`);
  for (const item of table.all())
    if (item.merchantId === merchantId && PERSONAL.test(storedText(item)))
      simulation.violate("I10", `${item.pk} ${item.sk} holds what was erased`);
}
