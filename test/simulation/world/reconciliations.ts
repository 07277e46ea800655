import { invoke } from "./functions.ts";
import { partsOf } from "./parts.ts";
import type { Simulation } from "./simulation.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** In seeds that no webhook is missing in, so often all the same: both must find nothing then. */
const SHARE_WITHOUT_NEED = 0.03;
/** The pull an hour after the faults comes later than the end of one that begins after them. */
const SHORTEST_OFF_MS = 10 * MINUTE_MS;

/**
 * Days on which the processor's endpoint for us is switched off for a while: it does not even try, and only the pull of
 * missed events brings what happened. Some of its hourly runs are left out, and the statements come at the end.
 */
export function planReconciliations(simulation: Simulation, faultsEndAt: number): { isPlanned: boolean } {
  const { clock, faults } = simulation;
  const chance = simulation.chance("reconciliations");
  const isOff = faults.exists("webhooks-off");
  // Where no event tells of a payment any more, every day's statement must.
  const isEdited = faults.exists("metadata-edited");
  if (!isOff && !chance.happens(SHARE_WITHOUT_NEED) && !isEdited) return { isPlanned: false };
  if (isOff) {
    const offAt = clock.now + chance.between(0, 30 * MINUTE_MS);
    clock.at(offAt, () => {
      simulation.tell("processor", () => "sends no webhooks any more");
      partsOf().processor.switchWebhooks(false);
    });
    // Never before it is switched off, which may be after the faults: it would stay off for good, without a later pull.
    const latestOnAt = Math.max(faultsEndAt, offAt + SHORTEST_OFF_MS);
    clock.at(Math.min(offAt + chance.between(SHORTEST_OFF_MS, 6 * HOUR_MS), latestOnAt), () => {
      simulation.tell("processor", () => "sends webhooks again");
      partsOf().processor.switchWebhooks(true);
    });
  }
  // Some while the faults last, which may fail, and some in the calm.
  for (const at of [chance.between(clock.now, faultsEndAt), faultsEndAt + HOUR_MS, faultsEndAt + 3 * HOUR_MS])
    clock.at(at, () => {
      simulation.reach("pulls");
      void invoke("missed-events", {});
    });
  // Of the first day, and then of the second, on which faults may have lasted.
  const firstDay = Math.ceil(clock.now / DAY_MS) * DAY_MS + 7 * HOUR_MS;
  const mornings = Array.from({ length: isEdited ? 6 : 2 }, (_, day) => firstDay + day * DAY_MS);
  for (const at of mornings)
    clock.at(Math.max(at, faultsEndAt + 6 * HOUR_MS), () => {
      simulation.reach("statements");
      void invoke("daily-statements", {});
    });
  return { isPlanned: true };
}
