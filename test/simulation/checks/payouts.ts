import { accountsOf } from "../../../shared/domain/finance/reconciliation.ts";
import type { PayoutRecord } from "../../../shared/ledger/payouts.ts";
import { merchantKey, payoutKey, payoutLinesKey } from "../../../shared/ledger/table.ts";
import { textOfPart } from "../../../shared/ledger/work.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

type Line = { transactionId: string; netCents: number };

/**
 * I8: a payout that was taken apart is made of exactly what the processor has put into it, line by line and to the cent;
 * and each line is in one automatic payout only.
 */
export function checkPayouts(simulation: Simulation, merchantId: string): void {
  const merchant = partsOf().table.peek(merchantKey(merchantId));
  if (!merchant) return;
  const seen = new Set<string>();
  for (const accountId of accountsOf(merchant as unknown as Parameters<typeof accountsOf>[0]))
    for (const payout of partsOf().processor.list("payout", accountId)) {
      const record = partsOf().table.peek(payoutKey(merchantId, payout.id)) as PayoutRecord | undefined;
      // One that can be read and was not is still on the due list, unless its account was lost.
      if (!record?.composed) continue;
      simulation.reach("payouts taken apart");
      const lines = linesOf(merchantId, record);
      const sum = lines.reduce((total, { netCents }) => total + netCents, 0);
      if (sum !== payout.amount)
        simulation.violate("I8", `the lines of ${payout.id} come to ${sum} instead of ${payout.amount}`);
      const stated = Object.values(record.composed.totals).reduce(
        (total, { netCents }) => total + netCents,
        0,
      );
      if (stated !== sum)
        simulation.violate("I8", `the totals of ${payout.id} say ${stated}, its lines ${sum}`);
      for (const { transactionId } of lines) {
        if (seen.has(transactionId)) simulation.violate("I8", `${transactionId} is in two payouts, or twice`);
        seen.add(transactionId);
      }
      checkItems(simulation, { accountId, payoutId: payout.id, lines });
    }
}

function linesOf(merchantId: string, { facts, composed }: PayoutRecord): Line[] {
  return (composed?.chunkSizes ?? []).flatMap((_, nth) => {
    const key = payoutLinesKey(merchantId, facts.payoutId, composed?.run ?? "", nth);
    const bytes = partsOf().table.peek(key)?.bytes;
    if (!(bytes instanceof Uint8Array)) return [];
    return (JSON.parse(textOfPart(bytes)) as { lines: Line[] }).lines;
  });
}

function checkItems(
  simulation: Simulation,
  { accountId, payoutId, lines }: { accountId: string; payoutId: string; lines: Line[] },
): void {
  const items = partsOf()
    .processor.list("payout_item", accountId)
    .filter(({ payout, source }) => payout === payoutId && source !== payoutId);
  const known = new Set(lines.map(({ transactionId }) => transactionId));
  const lost = items.filter(({ transaction }) => !known.has(transaction));
  if (lost.length > 0 || items.length !== lines.length)
    simulation.violate("I8", `${payoutId} has ${items.length} lines, and ${lines.length} were read`);
}
