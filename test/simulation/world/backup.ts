import type { Key } from "../../../shared/ledger/table.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { AnswerChecks } from "../checks/answers.ts";
import { checkAccount, checkOperations } from "../checks/final.ts";
import { repeatMade } from "../checks/repeat-made.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "./parts.ts";
import { rebuildAll, refundCaptured } from "./restore.ts";
import { type Simulation, START_MS } from "./simulation.ts";
import type { Sweeps } from "./sweeps.ts";

const HOUR_MS = 3_600_000;
const SHARE = 0.05;
/** The processor forgets its keys after a day. */
const DAY_AND_MORE_MS = 25 * HOUR_MS;

/** Payments and their operations, as they were at some moment of the day; in most seeds there is none. */
export type Backup = { items: (Item & Key)[] | undefined };

const paymentItems = (): (Item & Key)[] =>
  partsOf()
    .table.all()
    .filter(({ pk }) => String(pk).startsWith("PAYMENT#")) as (Item & Key)[];

export function planBackup({ clock, chance, faults }: Simulation): Backup {
  const backup: Backup = { items: undefined };
  const draw = chance("backups");
  // Edited ones could not be found again by anybody.
  if (!draw.happens(SHARE) || faults.exists("metadata-edited")) return backup;
  clock.after(draw.between(0, draw.oneOf([HOUR_MS / 4, HOUR_MS])), () => {
    backup.items = paymentItems();
  });
  return backup;
}

/**
 * Days later the payments are restored as they were then: some have gone back, some are forgotten, and so are most
 * operations. An operator reconciles them with the processor, the sweep visits what is open again, and a day later the
 * clients repeat everything. Nothing may move twice, and the ledger is what the processor says.
 */
export async function runBackup(
  simulation: Simulation,
  day: { merchants: SimulatedMerchant[]; checks: AnswerChecks; sweeps: Sweeps },
  { backup, isOver }: { backup: (Item & Key)[]; isOver: () => boolean },
): Promise<void> {
  const { checks, sweeps } = day;
  const merchants = day.merchants.filter(
    ({ accountId, hasLeft, isBack }) => accountId && (!hasLeft || isBack),
  );
  const { clock } = simulation;
  const { table } = partsOf();
  await refundCaptured(simulation, isOver);
  const given = intentsGiven(merchants);
  for (const { pk, sk } of paymentItems()) table.expire({ pk, sk });
  for (const item of backup) {
    table.restore(item);
    sweeps.notice(item);
  }
  simulation.tell("ledger", () => `is restored, with ${backup.length} items of payments`);
  const repeats = ["create-payment", "refund-payment"].flatMap((name) => checks.repeats(name));
  const others = ["capture-payment", "cancel-payment"].flatMap((name) => checks.repeats(name));
  checks.forget();
  const window = { sinceMs: START_MS - HOUR_MS, untilMs: clock.now + HOUR_MS };
  const rebuild = { traceId: "operator", ownerToken: "operator" };
  for (const { merchantId } of merchants) void rebuildAll(simulation, merchantId, { window, rebuild });
  await clock.runUntil(clock.now + DAY_AND_MORE_MS, isOver);
  for (const repeat of repeats) void repeat();
  for (const repeat of others) void repeatMade(simulation, repeat);
  await clock.runUntil(clock.now + DAY_AND_MORE_MS, isOver);
  simulation.reach("backup restored");
  checkOperations(simulation, merchants);
  for (const { accountId } of merchants) checkAccount(simulation, accountId ?? "");
  // An open creation of the backup looks for what fits its order: one whose amount was changed since it does not find.
  if (simulation.faults.exists("other-authorization")) return;
  for (const [pk, intentId] of given) {
    const now = table.peek({ pk, sk: "PAYMENT" });
    if (now?.state === "completed" && now.processorPaymentIntentId !== intentId)
      simulation.violate(
        "I1",
        `${pk} has ${now.processorPaymentIntentId} after a restore; ${intentId} was given out`,
      );
  }
}

/** Which intent a client was answered with, by payment. What lies on an account that has left nobody can rebuild. */
const intentsGiven = (merchants: SimulatedMerchant[]): Map<string, unknown> =>
  new Map(
    paymentItems()
      .filter(({ sk, state }) => sk === "PAYMENT" && state === "completed")
      .filter((item) => merchants.some(({ accountId }) => accountId === accountOf(item)))
      .map(({ pk, processorPaymentIntentId }) => [pk, processorPaymentIntentId]),
  );

const accountOf = ({ order }: Item): string | undefined =>
  (order as { connectedAccountId?: string } | undefined)?.connectedAccountId;
