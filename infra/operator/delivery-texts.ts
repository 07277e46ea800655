import { InvalidArgumentError } from "commander";
import { DELIVERY_STATES, type DeliveryState } from "../../shared/domain/events/event.ts";

/** As the console says it: the ledger calls an event dead whose eight attempts have failed. */
export const deliveryText = (delivery: DeliveryState): string => (delivery === "dead" ? "failed" : delivery);

export const DELIVERIES: readonly string[] = DELIVERY_STATES.map(deliveryText);

/** The ledger's own word too, as it is in the API and in JSON. */
export function parseDelivery(text: string): DeliveryState {
  const state = DELIVERY_STATES.find((one) => one === text || deliveryText(one) === text);
  if (state) return state;
  throw new InvalidArgumentError(`Allowed choices are ${DELIVERIES.join(", ")}.`);
}
