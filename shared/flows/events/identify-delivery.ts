import type { DeliveryState } from "../../domain/events/event.ts";
import { isChosen } from "../../domain/events/event-types.ts";
import { canBeTold } from "../../domain/events/service-payload.ts";
import type { EventRecord } from "../../ledger/event-record.ts";
import type { Merchant } from "../../ledger/merchants.ts";

type Told = Pick<EventRecord, "type" | "svcPaymentId" | "accountId">;

/** Whether a merchant's server is told of an event: the choice counts when the event is recorded. */
export function deliveryFor(event: Told, merchant: Merchant): DeliveryState {
  const { callback } = merchant;
  if (!callback || !isChosen(event.type, callback) || !canBeTold(event, merchant)) return "none";
  return deliveryNow(merchant);
}

/** Of an event that was chosen. */
export const deliveryNow = ({ callback }: Merchant): DeliveryState =>
  callback?.disabled ? "held" : "pending";
