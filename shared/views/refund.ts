import type * as z from "zod/mini";
import type { Refund } from "../contract/refund-list.ts";
import type { ListedRefund } from "../domain/payments/refund.ts";
import { isoTime } from "../domain/time.ts";

export const refundView = ({
  createdAt,
  isOurs,
  pendingReason: _,
  ...refund
}: ListedRefund): z.output<typeof Refund> => ({
  ...refund,
  createdAt: isoTime(createdAt),
  ours: isOurs,
});
