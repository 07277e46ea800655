import type { Command } from "commander";
import { redeliveryDelaySeconds } from "../../shared/domain/callback-schedule.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { parseLimit } from "./arguments.ts";
import { confirm } from "./confirm.ts";
import { describeEvents } from "./describe-events.ts";
import { emptyDeadLetterQueue } from "./empty-dead-letter-queue.ts";
import { example } from "./example.ts";
import { merchantOf } from "./find-merchant.ts";
import { sections } from "./output.ts";
import { patiently } from "./patience.ts";
import { startProgress } from "./progress.ts";
import { type Input, run, type Session } from "./session.ts";
import { eventView } from "./views.ts";

export function addDeadLetters(program: Command): void {
  const deadLetters = program
    .command("dead-letters")
    .description("Events that failed eight times: look at them, send them again.")
    .addHelpText("after", example("dead-letters redeliver --merchant mer_…"));

  deadLetters
    .command("list")
    .description("What is dead, of one merchant or of all.")
    .option("--merchant <merchantId>", "only this merchant's")
    .option("--limit <n>", "how many (1 to 1000)", parseLimit, 50)
    .addHelpText("after", example("dead-letters list --merchant mer_…"))
    .action(run(list));

  deadLetters
    .command("redeliver")
    .description(
      "Send the dead again, and clear the queue that raised the alarm. Repeating it goes on where it ended.",
    )
    .option("--merchant <merchantId>", "this merchant's")
    .option("--all", "every merchant's")
    .addHelpText("after", example("dead-letters redeliver --all --yes"))
    .action(run(redeliver));
}

type ListOptions = { merchant?: string; limit: number };

async function list({ options: { merchant, limit }, session }: Input<[], ListOptions>): Promise<void> {
  const { countDeadEvents, listDeadEvents } = await import("../../shared/ledger/dead-events.ts");
  const { countDeadLetters } = await import("../../shared/callbacks/dead-letters.ts");
  if (merchant !== undefined) await merchantOf(merchant);
  const filter = { merchantId: merchant };
  const [{ items }, total, queued] = await Promise.all([
    listDeadEvents(filter, limit),
    countDeadEvents(filter),
    countDeadLetters(),
  ]);
  session.show(
    { events: items.map(eventView), total, queued },
    sections(
      describeEvents(items),
      `${items.length} of ${total} shown; the dead-letter queue holds about ${queued} messages of all merchants.`,
    ),
  );
}

type RedeliverOptions = { merchant?: string; all?: boolean };

async function redeliver({
  options: { merchant, all },
  session,
}: Input<[], RedeliverOptions>): Promise<void> {
  if ((merchant === undefined) === (all !== true)) {
    throw new Failure("invalid_request", "Say whose: --merchant <merchantId>, or --all.");
  }
  const { countDeadEvents } = await import("../../shared/ledger/dead-events.ts");
  if (merchant !== undefined) await merchantOf(merchant);
  const filter = { merchantId: merchant };
  const total = await countDeadEvents(filter);
  await confirm(session, `Send ${total} dead events of ${merchant ?? "all merchants"} again?`);
  const sent = await sendAll(filter, total, session);
  // Only now: what was sent again has outlived its message there, and what was not must stay.
  const queue = await emptyDeadLetterQueue(filter);
  session.show(
    { sent, ...queue },
    `${sent} events are on their way again. Dead-letter queue: ${queue.removed} messages removed, ` +
      `${queue.putBack} put back that still have work, ${queue.left} left.`,
  );
}

/** Two pages at a time: while one waits for the ledger, the other is made ready. More would only wait longer. */
const PAGE = 50;
const PAGES_AT_ONCE = 2;

async function sendAll(
  filter: { merchantId: string | undefined },
  total: number,
  session: Session,
): Promise<number> {
  const { deadEventPages } = await import("../../shared/ledger/dead-events.ts");
  const { redeliverAll } = await import("../../shared/flows/callbacks/redeliver-event.ts");
  const { leaveTrace } = await import("../../shared/flows/merchants/record-audit.ts");
  const progress = await startProgress("Sending", total);
  const pages = deadEventPages(filter, PAGE);
  const pace = new Map<string, number>();
  let sent = 0;
  const sendPages = async () => {
    for await (const events of pages) {
      const newcomers = new Set(events.map(({ merchantId }) => merchantId).filter((id) => !pace.has(id)));
      const delays = new Map(events.map(({ eventId, merchantId }) => [eventId, nextDelay(pace, merchantId)]));
      // The trace comes first: a run that is interrupted has been one.
      for (const merchantId of newcomers)
        await leaveTrace(merchantId, { action: "redeliver-dead-letters" }, session.edge());
      await patiently(() => redeliverAll(events, Date.now(), ({ eventId }) => delays.get(eventId) ?? 0));
      sent += events.filter(({ delivery }) => delivery === "dead").length;
      progress.advance(events.length);
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, sendPages));
  progress.done();
  return sent;
}

/** How long a merchant's next event is to wait; `pace` counts how many of each merchant there were before. */
function nextDelay(pace: Map<string, number>, merchantId: string): number {
  const before = pace.get(merchantId) ?? 0;
  pace.set(merchantId, before + 1);
  return redeliveryDelaySeconds(before);
}
