import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { Simulation } from "../world/simulation.ts";
import { checkDeliveriesTo, enabledEndpointsOf } from "./endpoints.ts";
import { checkCopies, isAboutSubject } from "./told-versions.ts";

/**
 * I5 and I11 of a second endpoint: every event that names it has a delivery that came to an end, and a receiver there
 * that keeps the highest version ends with what retrieving shows.
 */
export function checkSecondEndpoint(simulation: Simulation, { merchantId, books }: SimulatedMerchant): void {
  if (!books) return;
  const deliveries = checkDeliveriesTo(
    simulation,
    { merchantId, endpointId: books.endpointId },
    books.accepted,
  );
  const untaken = deliveries.filter(({ delivery }) => delivery === "dead");
  checkCopies(simulation, books.copies, {
    who: "receiver",
    merchantIds: new Set([merchantId]),
    isLeftOut: (subject) => untaken.some((delivery) => isAboutSubject(delivery, subject)),
  });
}

/** I5 of the endpoint that comes and goes, if it stands at the end. One that was left paused holds its events. */
export function checkChangingEndpoint(simulation: Simulation, merchant: SimulatedMerchant): void {
  const { merchantId, trial } = merchant;
  if (!trial) return;
  for (const { endpointId, url } of enabledEndpointsOf(simulation, merchantId)) {
    if (!trial.urls.includes(url)) continue;
    checkDeliveriesTo(simulation, { merchantId, endpointId }, trial.accepted);
    simulation.reach("changing endpoints that stand at the end");
  }
}
