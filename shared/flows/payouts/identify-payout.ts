import { lineCountOf } from "../../domain/finance/payout.ts";
import { findChunk } from "../../ledger/payout-lines.ts";
import { listPayouts, type PayoutRecord } from "../../ledger/payouts.ts";

const DAY_MS = 86_400_000;

/** By then what was charged has been paid out. */
const WITHIN_MS = 30 * DAY_MS;

/** Of a month, in several currencies and with those that the merchant asks for. */
const MAX_PAYOUTS = 100;

/** More is not looked through for one answer; each chunk is a hundred lines. */
const MAX_CHUNKS = 200;

/**
 * The payout that a payment's charge is in, as it stands now; undefined: none that is known, or it could not be found
 * within the bounds. Nothing on the payment says so: it is looked for in the payouts of the month after the charge,
 * oldest first.
 */
export async function findPayoutOf(
  { merchantId, svcPaymentId }: { merchantId: string; svcPaymentId: string },
  chargedAt: number,
): Promise<PayoutRecord | undefined> {
  const range = { sinceMs: chargedAt, untilMs: chargedAt + WITHIN_MS, limit: MAX_PAYOUTS };
  const { items } = await listPayouts(merchantId, range);
  let chunksLeft = MAX_CHUNKS;
  for (const payout of items.toReversed()) {
    const { composed } = payout;
    if (!composed || lineCountOf(composed) === 0) continue;
    for (const nth of composed.chunkSizes.keys()) {
      if (chunksLeft-- <= 0) return undefined;
      const chunk = await findChunk(payout, composed.run, nth);
      if (chunk?.lines.some((line) => line.kind === "charge" && line.svcPaymentId === svcPaymentId))
        return payout;
    }
  }
  return undefined;
}
