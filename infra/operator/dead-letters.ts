import type { Command } from "commander";
import { findEndpoint } from "../../shared/domain/events/callback-endpoint.ts";
import { Failure } from "../../shared/domain/failure.ts";
import {
  type DeadLetterRun,
  redeliverDeadLetters,
} from "../../shared/flows/callbacks/redeliver-dead-letters.ts";
import { getMerchant } from "../../shared/flows/get-merchant.ts";
import { countDeadEvents, deadEventPages, listDeadEvents } from "../../shared/ledger/dead-events.ts";
import type { CallbackRecord } from "../../shared/ledger/event-record.ts";
import { findMerchant } from "../../shared/ledger/merchants.ts";
import { countDeadLetters } from "../../shared/queues/dead-letters.ts";
import { parseLimit } from "./arguments.ts";
import { confirm } from "./confirm.ts";
import { describeEvents } from "./describe-events.ts";
import { describeRedelivered } from "./describe-redelivered.ts";
import { emptyDeadLetterQueue } from "./empty-dead-letter-queue.ts";
import { example } from "./example.ts";
import { sections } from "./output.ts";
import { patiently } from "./patience.ts";
import { startProgress } from "./progress.ts";
import { type Input, run, type Session } from "./session.ts";
import { callbackView } from "./views.ts";

export function addDeadLetters(program: Command): void {
  const deadLetters = program
    .command("dead-letters")
    .description("List and redeliver events whose eight attempts failed.")
    .addHelpText("after", example("dead-letters redeliver --merchant mer_…"));

  deadLetters
    .command("list")
    .description("List failed events of one merchant or of all.")
    .option("--merchant <merchantId>", "only this merchant's")
    .option("--limit <n>", "maximum number (1 to 1000)", parseLimit, 50)
    .addHelpText("after", example("dead-letters list --merchant mer_…"))
    .action(run(list));

  deadLetters
    .command("redeliver")
    .description("Redeliver failed events and clear the dead-letter queue. Safe to repeat.")
    .option("--merchant <merchantId>", "this merchant's")
    .option("--all", "every merchant's")
    .addHelpText("after", example("dead-letters redeliver --all --yes"))
    .action(run(redeliver));

  deadLetters
    .command("put-back")
    .description("Requeue messages whose function crashed. Sends no failed event.")
    .option("--merchant <merchantId>", "this merchant's")
    .option("--all", "every merchant's")
    .addHelpText("after", example("dead-letters put-back --all"))
    .action(run(putBack));
}

async function filterOf({ merchant, all }: RedeliverOptions): Promise<{ merchantId: string | undefined }> {
  if ((merchant === undefined) === (all !== true)) {
    throw new Failure("invalid_request", "Pass --merchant <merchantId> or --all.");
  }
  if (merchant !== undefined) await getMerchant(merchant);
  return { merchantId: merchant };
}

async function putBack({ options, session }: Input<[], RedeliverOptions>): Promise<void> {
  const queue = await emptyDeadLetterQueue(await filterOf(options), session);
  session.show(
    queue,
    `${queue.putBack} messages put back, ${queue.removed} removed that are no longer needed, ${queue.left} left.`,
  );
}

type ListOptions = { merchant?: string; limit: number };

/** A letter may outlive its event, and other functions' messages end there too. */
const whatElseIsQueued = (session: Session): string =>
  "Queued messages that are not shown belong to another merchant, were sent again, or crashed their function. " +
  `To sort them: ${session.command("dead-letters put-back --all")}`;

async function list({ options: { merchant, limit }, session }: Input<[], ListOptions>): Promise<void> {
  if (merchant !== undefined) await getMerchant(merchant);
  const filter = { merchantId: merchant };
  const [{ items }, total, queued] = await Promise.all([
    listDeadEvents(filter, limit),
    countDeadEvents(filter),
    countDeadLetters(),
  ]);
  session.show(
    { events: items.map(callbackView), total, queued },
    sections(
      describeEvents(items, "No failed events."),
      `${items.length} of ${total} shown. The dead-letter queue has about ${queued} messages of all merchants.`,
      queued > total ? whatElseIsQueued(session) : "",
    ),
  );
}

type RedeliverOptions = { merchant?: string; all?: boolean };

async function redeliver({ options, session }: Input<[], RedeliverOptions>): Promise<void> {
  const filter = await filterOf(options);
  const total = await countDeadEvents(filter);
  await confirm(session, `Send ${total} failed events of ${filter.merchantId ?? "all merchants"} again?`);
  const { sent, left: unapplied, receivers } = await sendPagesOf(filter, total, session);
  // Only now: letters of events that were sent again can go, the others must stay.
  const queue = await emptyDeadLetterQueue(filter, session);
  const disabled = await disabledAmong(receivers);
  session.show(
    { sent, ...(unapplied > 0 && { unapplied }), ...(disabled.length > 0 && { disabled }), ...queue },
    describeRedelivered({ sent, unapplied, disabled, ...queue }),
  );
}

/** A merchant's first endpoint has the merchant's name, a further one its own behind that. */
type Receivers = Map<string, CallbackRecord>;

const receiverOf = ({ merchantId, endpointId }: CallbackRecord): string =>
  endpointId ? `${merchantId}/${endpointId}` : merchantId;

async function disabledAmong(receivers: Receivers): Promise<string[]> {
  const disabled: string[] = [];
  for (const [name, { merchantId, endpointId }] of receivers) {
    const merchant = await patiently(() => findMerchant(merchantId));
    const endpoint = merchant && findEndpoint(merchant, endpointId);
    // What was for a further endpoint that is deleted is not held: it ends.
    if (endpoint?.disabled || (!endpoint && endpointId === undefined)) disabled.push(name);
  }
  return disabled;
}

/** Two pages at a time: one waits for the ledger while the other is prepared. */
const PAGE = 50;
const PAGES_AT_ONCE = 2;

async function sendPagesOf(
  filter: { merchantId: string | undefined },
  total: number,
  session: Session,
): Promise<{ sent: number; left: number; receivers: Receivers }> {
  const progress = startProgress("Sending", total);
  const pages = deadEventPages(filter, PAGE);
  const run: DeadLetterRun = new Map();
  const all = { sent: 0, left: 0 };
  const receivers: Receivers = new Map();
  const sendPages = async () => {
    for await (const events of pages) {
      const { sent, left } = await patiently(() => redeliverDeadLetters(events, run, session.change()));
      all.sent += sent;
      all.left += left;
      for (const event of events) receivers.set(receiverOf(event), event);
      progress.advance(events.length);
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, sendPages));
  progress.done();
  return { ...all, receivers };
}
