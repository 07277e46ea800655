import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import { checkCopies, isAboutSubject } from "./told-versions.ts";

/**
 * I5 and I11 of a second endpoint: every event that names it has a delivery that came to an end, and a receiver there
 * that keeps the highest version ends with what retrieving shows.
 */
export function checkSecondEndpoint(simulation: Simulation, { merchantId, books }: SimulatedMerchant): void {
  if (!books) return;
  const all = partsOf().table.all();
  const isOurs = (item: Item) => item.merchantId === merchantId;
  const deliveries = all.filter((item) => item.sk === `DELIVERY#${books.endpointId}` && isOurs(item));
  const byEvent = new Map(deliveries.map((delivery) => [delivery.pk, delivery]));
  const letters = partsOf().queues.of("dead-letters");
  for (const event of all.filter((item) => item.sk === "EVENT" && isOurs(item))) {
    if (!((event.endpoints ?? []) as string[]).includes(books.endpointId)) continue;
    const delivery = byEvent.get(event.pk)?.delivery;
    const eventId = String(event.eventId);
    // An update that another event has told.
    if (delivery === undefined && event.type === "payment.updated") continue;
    const isDeadWithLetter =
      delivery === "dead" &&
      letters.some(({ body }) => body.includes(eventId) && body.includes(books.endpointId));
    const hasEnded =
      delivery === "none" || isDeadWithLetter || (delivery === "delivered" && books.accepted.has(eventId));
    if (!hasEnded)
      simulation.violate("I5", `${eventId} (${event.type}) ends ${delivery} at the second endpoint`);
  }
  const untaken = deliveries.filter(({ delivery }) => delivery === "dead");
  checkCopies(simulation, books.copies, {
    who: "receiver",
    merchantIds: new Set([merchantId]),
    isLeftOut: (subject) => untaken.some((delivery) => isAboutSubject(delivery, subject)),
  });
}
