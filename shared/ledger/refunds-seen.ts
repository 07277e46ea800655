import type { RefundsSeen } from "../domain/payments/refunds-seen.ts";
import { getItem } from "./client.ts";
import { absentOr, atMost } from "./expressions.ts";
import { updateItem } from "./items.ts";
import { refundsSeenKey } from "./table.ts";

export const findRefundsSeen = (svcPaymentId: string): Promise<RefundsSeen | undefined> =>
  getItem<RefundsSeen>(refundsSeenKey(svcPaymentId));

/** Of two listings at once either may be kept: each says for itself how far it has come. */
export const saveRefundsSeen = (
  svcPaymentId: string,
  { madeBefore, after, operations, leastCents, mostCents }: RefundsSeen,
): Promise<unknown> =>
  updateItem<RefundsSeen>(refundsSeenKey(svcPaymentId), {
    set: { madeBefore, operations, leastCents, mostCents, ...(after !== undefined && { after }) },
    ...(after === undefined && { remove: ["after"] }),
    onlyIf: { madeBefore: absentOr(atMost(madeBefore)) },
    returnItem: false,
  });
