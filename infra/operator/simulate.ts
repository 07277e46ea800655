import { Argument, type Command } from "commander";
import { standingOf } from "../../shared/domain/events/callback-endpoint.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { findDeliveriesOf } from "../../shared/ledger/deliveries.ts";
import { listEvents } from "../../shared/ledger/event-lists.ts";
import type { EventRecord } from "../../shared/ledger/events.ts";
import { merchantPages } from "../../shared/ledger/merchants.ts";
import { listMadeDays } from "../../shared/ledger/statements.ts";
import { isDuration, parseDuration } from "./arguments.ts";
import { example } from "./example.ts";
import { fields, shortTime } from "./output.ts";
import { startProgress } from "./progress.ts";
import { type Input, run } from "./session.ts";

export function addSimulate(program: Command): void {
  const simulate = program
    .command("simulate")
    .description("Control the local stack.")
    .addHelpText("after", example("simulate advance 7d"));

  simulate
    .command("advance")
    .description("Advance the local stack's clock. Everything due happens in order.")
    .addArgument(
      new Argument("<duration>", "from 1s to 366d, such as 90s, 30m, 24h or 7d").argParser(parseAdvance),
    )
    .addHelpText("after", example("simulate advance 7d"))
    .hook("preAction", rejectDeployed)
    .action(run(advance));
}

function parseAdvance(text: string): number {
  const seconds = isDuration(text) ? parseDuration(text) : 0;
  if (seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  const words = "Pass a number and a unit, from 1s to 366d, such as 90s, 30m, 24h or 7d.";
  throw new Failure("invalid_request", `The clock cannot be advanced by ${text}. ${words}`);
}

function rejectDeployed(command: Command): void {
  if (command.optsWithGlobals<{ env?: string }>().env === undefined) return;
  throw new Failure("invalid_request", "Only the local stack's clock can be moved. Omit --env.");
}

type Walk = { now: string; restless: { at: string; what: string[] }[] };

/** Day by day, so that a person sees how far it is and no answer takes minutes. */
const STEP_SECONDS = 24 * 60 * 60;
const LONGEST_SECONDS = 366 * STEP_SECONDS;

async function advance({ args, session }: Input<[string]>): Promise<void> {
  const [seconds] = args as unknown as [number];
  const sinceMs = Date.now();
  const progress = startProgress("days", Math.ceil(seconds / STEP_SECONDS));
  const walks: Walk[] = [];
  for (let left = seconds; left > 0; left -= STEP_SECONDS) {
    walks.push(await letPass(Math.min(left, STEP_SECONDS)).finally(() => progress.advance(1)));
  }
  progress.done();
  const now = walks.at(-1)?.now;
  const restless = walks.flatMap((walk) => walk.restless);
  const lines = restless.map(({ at, what }) => `Not finished at ${at}: ${what.join(", ")}.`);
  const summary = await whatHappenedSince(sinceMs);
  session.show({ now, restless, ...summary }, [...lines, describe(summary), `It is now ${now}.`].join("\n"));
}

async function letPass(advanceSeconds: number): Promise<Walk> {
  const answer = await fetch(`${process.env.PROCESSOR_BASE_URL}/_simulator/clock`, {
    method: "POST",
    body: JSON.stringify({ advanceSeconds }),
  });
  const { error, ...walk } = (await answer.json()) as Walk & { error?: { message: string } };
  if (!answer.ok)
    throw new Failure("invalid_request", error?.message ?? "The simulator rejected the request.");
  return walk;
}

/** What the ledger shows of the time that has passed, of all merchants. */
type Happened = {
  events: number;
  delivered: number;
  /** Attempts after an event's first. */
  retries: number;
  failedAttempts: number;
  deadEvents: number;
  payouts: number;
  statements: number;
};

/** An event's last attempt comes about a day after it was received. One that was redelivered later may be missed. */
const LONGEST_RETRYING_MS = 4 * STEP_SECONDS * 1000;

/** `retrying`: events whose next attempt is still to come. `nextAttemptAt`: of the first of them. */
type Summary = { happened: Happened; retrying: number; nextAttemptAt: string | null };

async function whatHappenedSince(sinceMs: number): Promise<Summary> {
  const nextAttempts: number[] = [];
  const happened = {
    events: 0,
    delivered: 0,
    retries: 0,
    failedAttempts: 0,
    deadEvents: 0,
    payouts: 0,
    statements: 0,
  };
  for await (const merchants of merchantPages())
    for (const merchant of merchants) {
      const { merchantId } = merchant;
      for await (const event of eventsSince(merchantId, sinceMs - LONGEST_RETRYING_MS)) {
        const callbacks = (await findDeliveriesOf([event])).map((one) => standingOf(one, merchant));
        const isRecent = ({ at }: { at: number }) => at >= sinceMs;
        const attempts = callbacks.flatMap(({ log }) => log.filter(isRecent));
        const failed = attempts.filter(({ error }) => error !== undefined).length;
        happened.failedAttempts += failed;
        happened.retries += attempts.filter(({ attempt }) => attempt > 1).length;
        happened.delivered += attempts.length - failed;
        if (callbacks.some(({ delivery, log }) => delivery === "dead" && log.some(isRecent)))
          happened.deadEvents++;
        const toCome = callbacks.flatMap(({ delivery, nextAttemptAt }) =>
          delivery === "pending" && nextAttemptAt ? nextAttemptAt : [],
        );
        if (toCome.length > 0) nextAttempts.push(Math.min(...toCome));
        if (event.receivedAt < sinceMs) continue;
        happened.events++;
        if (event.type === "payout.paid") happened.payouts++;
      }
      const days = await listMadeDays(merchantId, "", "~");
      happened.statements += days.filter(({ generatedAt }) => generatedAt >= sinceMs).length;
    }
  const retrying = nextAttempts.length;
  return { happened, retrying, nextAttemptAt: retrying > 0 ? isoTime(Math.min(...nextAttempts)) : null };
}

async function* eventsSince(merchantId: string, sinceMs: number): AsyncGenerator<EventRecord> {
  let after: EventRecord | undefined;
  do {
    const { items, hasMore } = await listEvents(merchantId, { limit: 100, after: after?.eventSort });
    yield* items;
    after = hasMore ? items.at(-1) : undefined;
  } while (after && after.receivedAt >= sinceMs);
}

function describe({ happened, retrying, nextAttemptAt }: Summary): string {
  const toCome = retrying > 0 && {
    "Still retrying": `${retrying}, next attempt ${shortTime(nextAttemptAt)}`,
  };
  if (Object.values(happened).every((count) => count === 0))
    return ["Nothing was due.", ...(toCome ? [fields(toCome)] : [])].join("\n");
  return fields({
    "Events received": String(happened.events),
    "Callbacks delivered": String(happened.delivered),
    Retries: String(happened.retries),
    "Attempts failed": String(happened.failedAttempts),
    "Events failed": String(happened.deadEvents),
    "Payouts paid": String(happened.payouts),
    "Statements created": String(happened.statements),
    ...toCome,
  });
}
