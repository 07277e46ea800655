import { eraseMerchant } from "../../../shared/flows/merchants/erase-merchant.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { storedText } from "../../support/stored-text.ts";
import { toEvent } from "../actors/client.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { AnswerChecks } from "../checks/answers.ts";
import type { Chance } from "./chance.ts";
import { invoke, live } from "./functions.ts";
import { partsOf } from "./parts.ts";
import type { Simulation } from "./simulation.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHARE = 0.05;
const MAX_ROUNDS = 8;
/** What only this merchant's orders and endpoint were called, and with what a buyer pays. */
const PERSONAL = /"ref-\d+"|shop-0\.example\.com|_secret_/;

/**
 * When all is done, in some seeds: a merchant is erased while its money still moves at the processor, its client repeats
 * what it once asked for, and what it asked for last is open, because the function died. The command is run again until it
 * leaves nothing. Then nothing of the merchant is left, whatever came in between.
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
  askToDeath(merchant, chance);
  await clock.runUntil(clock.now + 10_000, isOver);
  let left: number | undefined;
  for (let round = 0; round < MAX_ROUNDS && left !== 0; round++) {
    void live("operator", Number.POSITIVE_INFINITY, async () => {
      const random = (size: number) => Uint8Array.from({ length: size }, () => chance.below(256));
      const change = { at: Date.now(), random, actor: "operator" };
      const settle = () => clock.sleep(2 * MINUTE_MS);
      ({ left } = await eraseMerchant(await getMerchant(merchantId), change, settle));
      if (left > 0) simulation.reach("erasures that left something");
    });
    await clock.runUntil(clock.now + 26 * HOUR_MS, isOver);
  }
  if (isOver()) return;
  simulation.reach("erased");
  if (left !== 0) simulation.violate("erasure", `${merchantId} is never erased: ${left} items are left`);
  if (table.peek(merchantKey(merchantId))?.erasedAt === undefined)
    simulation.violate("erasure", `${merchantId} was erased, and is not`);
  for (const item of table.all().filter((one) => one.merchantId === merchantId)) {
    if (PERSONAL.test(storedText(item)))
      simulation.violate("erasure", `${item.pk} ${item.sk} holds what was erased`);
    if (item.state === "claimed" && item.dueShard !== undefined)
      simulation.violate(
        "erasure",
        `${item.pk} ${item.sk} was erased while it was open, so no visit can end it`,
      );
  }
}

/** A payment, and a refund of each payment, by functions that die at one of their calls. */
function askToDeath({ merchantId, apiKey }: SimulatedMerchant, chance: Chance): void {
  const payments = partsOf()
    .table.all()
    .filter((item) => item.sk === "PAYMENT" && item.merchantId === merchantId);
  const refunds = payments.map(({ svcPaymentId }) => ({
    ...{ function: "refund-payment", id: String(svcPaymentId), key: "last", body: { amountCents: 1 } },
  }));
  const payment = { function: "create-payment", key: "last", body: { amountCents: 500, orderRef: "ref-0" } };
  for (const request of [payment, ...refunds])
    void invoke(request.function, toEvent(request, apiKey), chance.between(2, 12));
}
