import { randomBytes } from "node:crypto";
import { accountsOf } from "../../../shared/domain/reconciliation.ts";
import { clearDeadLetters } from "../../../shared/flows/callbacks/clear-dead-letters.ts";
import { getAnyEvent } from "../../../shared/flows/callbacks/list-events.ts";
import { redeliverDeadLetters } from "../../../shared/flows/callbacks/redeliver-dead-letters.ts";
import { redeliverEvent } from "../../../shared/flows/callbacks/redeliver-event.ts";
import { getMerchant } from "../../../shared/flows/merchants/get-merchant.ts";
import type { Change } from "../../../shared/flows/merchants/record-audit.ts";
import { adoptOpenWork } from "../../../shared/flows/open-work/adopt-open-work.ts";
import { listOpenWork } from "../../../shared/flows/open-work/list-open-work.ts";
import { pullEventsBetween } from "../../../shared/flows/open-work/pull-events.ts";
import { visitByHand } from "../../../shared/flows/open-work/visit-by-hand.ts";
import { rebuildPayments } from "../../../shared/flows/payments/rebuild-payments.ts";
import { refreshPayment } from "../../../shared/flows/payments/refresh-payment.ts";
import { reapplyEvent } from "../../../shared/flows/webhook/receive-event.ts";
import { deadEventPages } from "../../../shared/ledger/dead-events.ts";
import { idOf } from "../../../shared/ledger/open-work.ts";
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
    return payment && refreshPayment(String(payment.svcPaymentId), change);
  },
  "reapply an event": async ({ simulation, change }) => {
    const event = oneOf(simulation, "EVENT");
    return event && reapplyEvent(await getAnyEvent(String(event.eventId)), change.at);
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
    return open.length > 0 && visitByHand(idOf(chance.oneOf(open)), () => Date.now(), change);
  },
  "redeliver dead letters": async ({ simulation, merchantId, change }) => {
    const filter = simulation.chance("operators").happens(0.5) ? { merchantId } : {};
    const run = new Map();
    for await (const page of deadEventPages(filter, 50)) await redeliverDeadLetters(page, run, change);
    await clearDeadLetters(filter, change);
  },
  "put dead letters back": ({ change }) => clearDeadLetters({}, change),
  "pull events": async ({ merchantId, change: { at } }) =>
    pullEventsBetween(
      accountsOf(await getMerchant(merchantId)),
      { sinceMs: at - 2 * HOUR_MS, untilMs: at },
      { now: () => Date.now(), traceId: "operator" },
    ),
  "rebuild payments": async ({ merchantId, change: { at } }) =>
    rebuildPayments(
      await getMerchant(merchantId),
      { sinceMs: at - 24 * HOUR_MS, untilMs: at - HOUR_MS },
      { traceId: "operator", ownerToken: "operator" },
    ),
  "adopt open work": ({ change }) => adoptOpenWork(change, () => {}),
};

function oneOf(simulation: Simulation, kind: "PAYMENT" | "EVENT") {
  const found = partsOf()
    .table.all()
    .filter(({ sk }) => sk === kind);
  return found.length === 0 ? undefined : simulation.chance("operators").oneOf(found);
}

/** While things go wrong, and sometimes long after. A command may be interrupted, and nobody repeats it. */
export async function operate(simulation: Simulation, merchantIds: string[]): Promise<void> {
  const chance = simulation.chance("operators");
  if (!chance.happens(SHARE)) return;
  const commands = Array.from({ length: chance.between(1, MOST_COMMANDS) }, () =>
    chance.oneOf(Object.keys(COMMANDS)),
  );
  for (const command of commands) {
    await simulation.clock.sleep(chance.between(MINUTE_MS, chance.oneOf([HOUR_MS, 30 * HOUR_MS])));
    const merchantId = chance.oneOf(merchantIds);
    const outcome = await live("operator", LONGEST_COMMAND_SECONDS, async () => {
      const change = { at: Date.now(), random: randomBytes, actor: "operator" };
      return COMMANDS[command]?.({ simulation, merchantId, change });
    });
    simulation.tell("operator", () => `${command} → ${outcome.kind}`);
    if (outcome.kind === "answered") simulation.reach(`operators ${command}`);
  }
}
