import type { AnswerChecks } from "../checks/answers.ts";
import { partsOf } from "./parts.ts";
import type { Simulation } from "./simulation.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_REPEATED = 6;

/** Weeks later: the table has deleted some of what has outlived its time, and clients repeat what they once asked for. */
export async function runLongAfter(
  simulation: Simulation,
  checks: AnswerChecks,
  isOver: () => boolean,
): Promise<void> {
  const { clock } = simulation;
  const chance = simulation.chance("long-after");
  await clock.runUntil(clock.now + chance.oneOf([35, 100]) * DAY_MS, isOver);
  const { table } = partsOf();
  for (const item of table.all()) {
    const isOld = typeof item.expiresAt === "number" && item.expiresAt * 1000 < clock.now;
    if (!isOld || !chance.happens(0.7)) continue;
    simulation.reach("expired");
    simulation.tell("ledger", () => `deletes ${item.pk} ${item.sk}`);
    table.expire({ pk: String(item.pk), sk: String(item.sk) });
  }
  for (const repeat of checks.repeats().slice(0, MAX_REPEATED)) void repeat();
  await clock.runUntil(clock.now + HOUR_MS, isOver);
}
