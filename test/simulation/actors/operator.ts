import { randomBytes } from "node:crypto";
import { accountsOf } from "../../../shared/domain/finance/reconciliation.ts";
import { getAnyEvent } from "../../../shared/flows/callbacks/get-event.ts";
import { redeliverDeadLetters } from "../../../shared/flows/callbacks/redeliver-dead-letters.ts";
import { redeliverEvent } from "../../../shared/flows/callbacks/redeliver-event.ts";
import { reapplyEvent } from "../../../shared/flows/events/apply-event.ts";
import { pullEventsBetween } from "../../../shared/flows/missed-events/pull-events.ts";
import { refreshPayment } from "../../../shared/flows/payments/refresh-payment.ts";
import type { Change } from "../../../shared/flows/record-audit.ts";
import { listOpenWork, visitByHand } from "../../../shared/flows/recovery/visit-by-hand.ts";
import { rebuildPayments } from "../../../shared/flows/restore/rebuild-payments.ts";
import { deadPages } from "../../../shared/ledger/dead-deliveries.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import { idOf } from "../../../shared/ledger/open-work.ts";
import type { Item } from "../ledger/values.ts";
import { live } from "../world/functions.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A command has all the time that it needs. */
const LONGEST_COMMAND_SECONDS = Number.POSITIVE_INFINITY;
const MOST_COMMANDS = 4;

/** In so many seeds somebody of the platform does something by hand, as people do when things go wrong. */
const SHARE = 0.15;

/** Whom and what a command is about, by the draw of the seed. */
type Desk = { simulation: Simulation; merchantId: string; change: Change };

/** As infra/operator does it: the flows are called with who asks, and when. */
const COMMANDS: Record<string, (desk: Desk) => Promise<unknown>> = {
  "refresh a payment": async ({ simulation, change }) => {
    const payment = oneOf(simulation, "PAYMENT");
    const id = mistypedId(simulation) ?? payment?.svcPaymentId;
    return id && refreshPayment(String(id), change);
  },
  "reapply an event": async ({ simulation, change }) => {
    const event = oneOf(simulation, "EVENT");
    const id = mistypedId(simulation) ?? event?.eventId;
    return id && reapplyEvent(await getAnyEvent(String(id)), change);
  },
  "insist on an event": async ({ simulation, change }) => {
    const event = oneOf(simulation, "EVENT");
    if (!event) return undefined;
    const merchant = await getMerchant(String(event.merchantId));
    return redeliverEvent(merchant, String(event.eventId), { ...change, force: true, pendingToo: true });
  },
  "visit open work": async ({ simulation, change }) => {
    const chance = simulation.chance("operators");
    const open = await listOpenWork(20, chance.happens(0.2));
    const id = mistypedId(simulation) ?? (open.length > 0 && idOf(chance.oneOf(open)));
    return id && visitByHand(id, { runId: `by-hand-${id}-${Date.now()}`, now: Date.now }, change);
  },
  "redeliver dead letters": async ({ simulation, merchantId, change }) => {
    const filter = simulation.chance("operators").happens(0.5) ? { merchantId } : {};
    const run = new Map();
    for await (const page of deadPages(filter, 50)) await redeliverDeadLetters(page, run, change);
  },
  "pull events": async ({ merchantId, change: { at } }) =>
    pullEventsBetween(
      accountsOf(await getMerchant(merchantId)),
      { sinceMs: at - 2 * HOUR_MS, untilMs: at },
      { now: Date.now, traceId: "operator" },
    ),
  "rebuild payments": async ({ merchantId, change: { at } }) =>
    rebuildPayments(
      await getMerchant(merchantId),
      { sinceMs: at - 24 * HOUR_MS, untilMs: at - HOUR_MS },
      { traceId: "operator", ownerToken: "operator" },
    ),
};

export const COMMAND_NAMES = Object.keys(COMMANDS);

const MISTYPED = ["pay_1", `svcpay_${"0".repeat(32)}`, "evt_0"];

/** What nothing is called. */
function mistypedId(simulation: Simulation): string | undefined {
  const chance = simulation.chance("operators");
  return chance.happens(0.15) ? chance.oneOf(MISTYPED) : undefined;
}

/** Rather one that is not finished: an operator looks at what is stuck. */
function oneOf(simulation: Simulation, kind: "PAYMENT" | "EVENT"): Item | undefined {
  const chance = simulation.chance("operators");
  const found = partsOf()
    .table.all()
    .filter(({ sk }) => sk === kind);
  const stuck = found.filter((item) => item.dueSort !== undefined);
  const among = stuck.length > 0 && chance.happens(0.6) ? stuck : found;
  return among.length === 0 ? undefined : chance.oneOf(among);
}

/** While things go wrong, and sometimes long after. A command may be interrupted, and nobody repeats it. */
export async function operate(simulation: Simulation, merchantIds: string[]): Promise<void> {
  const chance = simulation.chance("operators");
  void answerAlarm(simulation, merchantIds);
  if (!chance.happens(SHARE)) return;
  for (let commands = chance.between(1, MOST_COMMANDS); commands > 0; commands--) {
    await simulation.clock.sleep(chance.between(MINUTE_MS, chance.oneOf([HOUR_MS, 12 * HOUR_MS])));
    await run(simulation, chance.oneOf(COMMAND_NAMES), chance.oneOf(merchantIds));
  }
}

/** Dead letters ring, and are mostly seen to: the first events die after a day. */
async function answerAlarm(simulation: Simulation, merchantIds: string[]): Promise<void> {
  const chance = simulation.chance("alarms");
  await simulation.clock.sleep(chance.between(24 * HOUR_MS, 40 * HOUR_MS));
  if (partsOf().queues.of("dead-letters").length === 0 || !chance.happens(0.6)) return;
  await run(simulation, "redeliver dead letters", chance.oneOf(merchantIds));
}

async function run(simulation: Simulation, command: string, merchantId: string): Promise<void> {
  const outcome = await live("operator", LONGEST_COMMAND_SECONDS, async () => {
    const change = { at: Date.now(), random: randomBytes, actor: "operator" };
    return COMMANDS[command]?.({ simulation, merchantId, change });
  });
  simulation.tell("operator", () => `${command} → ${outcome.kind}`);
  if (outcome.kind === "answered") simulation.reach(`operators ${command}`);
}
