import type { Command } from "commander";
import { findEndpoint } from "../../shared/domain/events/callback-endpoint.ts";
import { Failure } from "../../shared/domain/failure.ts";
import {
  type DeadLetterRun,
  redeliverDeadLetters,
} from "../../shared/flows/callbacks/redeliver-dead-letters.ts";
import { countDead, deadPages, listDead } from "../../shared/ledger/dead-deliveries.ts";
import type { DeliveryRecord } from "../../shared/ledger/events.ts";
import { findMerchant, getMerchant } from "../../shared/ledger/merchants.ts";
import { countDeadLetters, purgeDeadLetters } from "../../shared/queues/dead-letters.ts";
import { parseLimit } from "./arguments.ts";
import { confirm } from "./confirm.ts";
import { describeEvents } from "./describe-events.ts";
import { example } from "./example.ts";
import { sections } from "./output.ts";
import { type Input, run, type Session } from "./session.ts";
import { deliveryView } from "./views.ts";

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
    .description("Redeliver failed events. Safe to repeat.")
    .option("--merchant <merchantId>", "this merchant's")
    .option("--all", "every merchant's")
    .addHelpText("after", example("dead-letters redeliver --all --yes"))
    .action(run(redeliver));

  deadLetters
    .command("purge")
    .description("Empty the dead-letter queue, which ends its alarm. Loses no failed event.")
    .addHelpText("after", example("dead-letters purge --yes"))
    .action(run(purge));
}

async function filterOf({ merchant, all }: RedeliverOptions): Promise<{ merchantId: string | undefined }> {
  if ((merchant === undefined) === (all !== true)) {
    throw new Failure("invalid_request", "Pass --merchant <merchantId> or --all.");
  }
  if (merchant !== undefined) await getMerchant(merchant);
  return { merchantId: merchant };
}

async function purge({ session }: Input<[]>): Promise<void> {
  const queued = await countDeadLetters();
  await confirm(session, `Remove about ${queued} messages from the dead-letter queue?`);
  await purgeDeadLetters();
  session.show({ purged: queued }, `About ${queued} messages removed. The ledger has every failed event.`);
}

type ListOptions = { merchant?: string; limit: number };

async function list({ options: { merchant, limit }, session }: Input<[], ListOptions>): Promise<void> {
  if (merchant !== undefined) await getMerchant(merchant);
  const filter = { merchantId: merchant };
  const [{ items }, total, queued] = await Promise.all([
    listDead(filter, limit),
    countDead(filter),
    countDeadLetters(),
  ]);
  session.show(
    { events: items.map(deliveryView), total, queued },
    sections(
      describeEvents(items.map(deliveryView), "No failed events."),
      `${items.length} of ${total} shown. The dead-letter queue has about ${queued} messages of all merchants.`,
    ),
  );
}

type RedeliverOptions = { merchant?: string; all?: boolean };

async function redeliver({ options, session }: Input<[], RedeliverOptions>): Promise<void> {
  const filter = await filterOf(options);
  const total = await countDead(filter);
  await confirm(session, `Send ${total} failed events of ${filter.merchantId ?? "all merchants"} again?`);
  const { sent, receivers } = await sendPagesOf(filter, session);
  const disabled = await disabledAmong(receivers);
  session.show({ sent, ...(disabled.length > 0 && { disabled }) }, describeRedelivered(sent, disabled));
}

/** By merchant and endpoint. */
type Receivers = Map<string, DeliveryRecord>;

const receiverOf = ({ merchantId, endpointId }: DeliveryRecord): string => `${merchantId}/${endpointId}`;

async function disabledAmong(receivers: Receivers): Promise<string[]> {
  const disabled: string[] = [];
  for (const [name, { merchantId, endpointId }] of receivers) {
    const merchant = await findMerchant(merchantId);
    const endpoint = merchant && findEndpoint(merchant, endpointId);
    // What was for an endpoint that is deleted is not held: it ends.
    if (endpoint?.disabled) disabled.push(name);
  }
  return disabled;
}

/** Two pages at a time: one waits for the ledger while the other is prepared. */
const PAGE = 50;
const PAGES_AT_ONCE = 2;

async function sendPagesOf(
  filter: { merchantId: string | undefined },
  session: Session,
): Promise<{ sent: number; receivers: Receivers }> {
  const pages = deadPages(filter, PAGE);
  const run: DeadLetterRun = new Map();
  let sent = 0;
  const receivers: Receivers = new Map();
  const sendPages = async () => {
    for await (const deliveries of pages) {
      const begun = await redeliverDeadLetters(deliveries, run, session.change());
      sent += begun;
      for (const delivery of deliveries) receivers.set(receiverOf(delivery), delivery);
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, sendPages));
  return { sent, receivers };
}

/** `disabled`: endpoints that are not enabled; their events will be held. */
export function describeRedelivered(sent: number, disabled: string[]): string {
  const parts = [
    `${sent} events are being redelivered`,
    ...(disabled.length > 0
      ? [`those of ${disabled.join(", ")} are held, because the endpoint is not enabled`]
      : []),
  ];
  return `${parts.join("; ")}.`;
}
