import type { ReceivedCallback } from "../world/parts.ts";
import { BusyQueues } from "./busy-queues.ts";
import { countOf, timesOf } from "./numbers.ts";
import {
  enterWorld,
  leaveWorld,
  putMerchant,
  type ScenarioMerchant,
  type ScenarioResult,
  sweepEveryMinute,
} from "./scenario-world.ts";
import { tellOfPayment } from "./told-payments.ts";

/*
 * 99: five endpoints hang, each with six events a second, beside a merchant whose server is well and hears as often. Webhook,
 * delivery and sweep are the real functions, with as many at once as in production. The numbers are of no machine.
 */

const SECOND_MS = 1_000;
const LASTS_MS = 180 * SECOND_MS;
const EVENTS_PER_SECOND = 6;
const HANGING = 5;
const SOON_MS = SECOND_MS;
const HANGS = { status: 200, latencyMs: 60 * SECOND_MS };
const IS_WELL = { status: 200, latencyMs: 50 };

/** `share`: of three minutes. */
export async function runHangingEndpoints(share: number): Promise<ScenarioResult> {
  const toldAt = new Map<string, number>();
  const waits: number[] = [];
  let postsToHanging = 0;
  const world = enterWorld({
    queues: (simulation) => new BusyQueues(simulation),
    receive: ({ url, headers }: ReceivedCallback) => {
      if (url !== well.url) {
        postsToHanging++;
        return HANGS;
      }
      waits.push(clock.now - (toldAt.get(headers["Svc-Event-Id"] ?? "") ?? 0));
      return IS_WELL;
    },
  });
  const { simulation } = world;
  const { clock } = simulation;
  const [well, ...hanging] = Array.from({ length: HANGING + 1 }, (_, number) =>
    putMerchant(world, number),
  ) as [ScenarioMerchant, ...ScenarioMerchant[]];
  const events = Math.ceil((share * LASTS_MS * EVENTS_PER_SECOND) / SECOND_MS);
  for (let nth = 0; nth < events; nth++)
    clock.at(clock.now + (nth * SECOND_MS) / EVENTS_PER_SECOND, () => {
      for (const [place, merchant] of [well, ...hanging].entries()) {
        const eventId = `evt_${place}x${nth}`;
        toldAt.set(eventId, clock.now);
        void tellOfPayment(world, merchant, eventId);
      }
    });
  sweepEveryMinute(world);
  await clock.runUntil(clock.now + share * LASTS_MS + 60 * SECOND_MS, () => false);
  const { p95Ms, text } = timesOf(waits);
  if (waits.length !== events) simulation.violate("99", `${waits.length} of ${events} callbacks have come`);
  if (p95Ms >= SOON_MS) simulation.violate("99", `a merchant whose server is well hears after ${p95Ms} ms`);
  leaveWorld(world);
  return {
    text: [
      `hanging endpoints   ${HANGING}, with ${EVENTS_PER_SECOND} events a second each, got ${countOf(postsToHanging)} posts for ${countOf(HANGING * events)} events`,
      `the other merchant  hears after ${text} (allowed: p95 below ${SOON_MS / SECOND_MS} s)`,
    ],
    violations: simulation.violations,
    calls: simulation.calls,
  };
}
