import { type Command, Option } from "commander";
import { worstOf } from "../../shared/domain/events/callback-health.ts";
import type { DeliveryState } from "../../shared/domain/events/event.ts";
import { MAX_WINDOW_MS } from "../../shared/domain/events/recovery.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { PAYMENT_ID } from "../../shared/domain/id-forms.ts";
import { getAnyEvent } from "../../shared/flows/callbacks/get-event.ts";
import { listEvents } from "../../shared/flows/callbacks/list-events.ts";
import { recoverEvents } from "../../shared/flows/callbacks/recover-events.ts";
import { redeliverEvent } from "../../shared/flows/callbacks/redeliver-event.ts";
import { reapplyEvent } from "../../shared/flows/events/apply-event.ts";
import { withDeliveries } from "../../shared/flows/find-deliveries.ts";
import type { DeliveryStanding, EventRecord } from "../../shared/ledger/events.ts";
import { findMerchant, getMerchant, type Merchant } from "../../shared/ledger/merchants.ts";
import type { ListedEvent } from "../../shared/views/event.ts";
import { recoveryView } from "../../shared/views/recovery.ts";
import { parseDuration, parseLimit } from "./arguments.ts";
import { DELIVERIES, deliveryText, parseDelivery } from "./delivery-texts.ts";
import { describeEvents } from "./describe-events.ts";
import { example } from "./example.ts";
import { fields, sections, shortTime, table } from "./output.ts";
import { runToItsEnd } from "./recoveries.ts";
import { type Input, run } from "./session.ts";
import { attemptView, eventView, standingView } from "./views.ts";

export function addEvents(program: Command): void {
  const events = program
    .command("events")
    .description("List, show and redeliver the processor's events.")
    .addHelpText("after", example("events list mer_… --delivery failed"));

  events
    .command("list <merchantId>")
    .description("List a merchant's events, newest first.")
    .option("--type <type>", "only of this type, such as charge.refunded")
    .addOption(
      new Option("--delivery <state>", "only in this state, at the endpoint where it is worst")
        .choices(DELIVERIES)
        .argParser(parseDelivery),
    )
    .option("--payment <svcPaymentId>", "only about this payment")
    .option("--endpoint <endpointId>", "only those sent to this endpoint, with their state there")
    .option("--limit <n>", "maximum number (1 to 1000)", parseLimit, 50)
    .option("--after <eventId>", "start after this one")
    .addHelpText("after", example("events list mer_… --type charge.refunded --limit 20"))
    .action(run(list));

  events
    .command("show <eventId>")
    .description("Show an event with every delivery attempt.")
    .addHelpText("after", example("events show evt_…"))
    .action(run(show));

  events
    .command("redeliver <eventId>")
    .description("Redeliver an event: same id, eight new attempts.")
    .option("--force", "also if it was delivered or is pending")
    .option("--endpoint <endpointId>", "only to this endpoint (default: all that it is sent to)")
    .addHelpText("after", example("events redeliver evt_… --force"))
    .action(run(redeliver));

  events
    .command("reapply <eventId>")
    .description("Apply an event to the ledger again. Sends no callback.")
    .addHelpText("after", example("events reapply evt_…"))
    .action(run(reapply));

  events
    .command("recover <merchantId>")
    .description("Redeliver all failed and held events, and show the progress.")
    .requiredOption("--since <duration>", "how far back, such as 24h; at most 31d", parseDuration)
    .option("--endpoint <endpointId>", "only of this endpoint (default: all that are enabled)")
    .addHelpText("after", example("events recover mer_… --since 24h"))
    .action(run(recover));
}

type ListOptions = {
  type?: string;
  delivery?: DeliveryState;
  payment?: string;
  endpoint?: string;
  limit: number;
  after?: string;
};

async function list({ args: [merchantId], options, session }: Input<[string], ListOptions>): Promise<void> {
  if (options.payment !== undefined && !PAYMENT_ID.test(options.payment)) {
    throw new Failure("invalid_request", `There is no payment ${options.payment}.`);
  }
  const merchant = await getMerchant(merchantId);
  const { events, next } = await collect(merchant, options);
  const more = next ? `There may be more: --after ${next}` : "";
  session.show(
    { events: events.map(eventView), next },
    sections(describeEvents(events.map(eventView), noneText(options)), more),
  );
}

const noneText = ({ type, delivery, payment, endpoint }: ListOptions): string =>
  type || delivery || payment || endpoint ? "No event matches." : "No events yet.";

const PAGE = 100;

/** A filter may find nothing in page after page; after this many events the operator decides whether to go on. */
const MAX_LOOKED_AT = 5_000;

async function collect(merchant: Merchant, { limit, ...options }: ListOptions) {
  const { type, delivery, payment: svcPaymentId, endpoint: endpointId } = options;
  const filter = { type, delivery, svcPaymentId, endpointId };
  const events: ListedEvent[] = [];
  let startingAfter = options.after;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += PAGE) {
    const page = await listEvents(merchant, { limit: PAGE, startingAfter }, filter);
    events.push(...page.items);
    if (events.length > limit)
      return { events: events.slice(0, limit), next: events[limit - 1]?.event.eventId ?? null };
    if (!page.hasMore || !page.lastId) return { events, next: null };
    startingAfter = page.lastId;
  }
  return { events, next: startingAfter ?? null };
}

async function deliveriesOf(event: EventRecord): Promise<DeliveryStanding[]> {
  const merchant = await findMerchant(event.merchantId);
  const [found] = await withDeliveries(merchant ?? {}, [event]);
  return found?.deliveries ?? [];
}

async function show({ args: [eventId], session }: Input<[string]>): Promise<void> {
  const record = await getAnyEvent(eventId);
  const deliveries = await deliveriesOf(record);
  const event = {
    ...eventView({ event: record, shown: worstOf(deliveries) }),
    deliveries: deliveries.map((one) => ({ ...standingView(one), log: one.log.map(attemptView) })),
  };
  const attempts = event.deliveries.flatMap(({ endpointId, log }) =>
    log.map(({ deliveryRound, attempt, at, status, error, milliseconds, nextAttemptAt }) => [
      endpointId ?? "",
      `${deliveryRound}.${attempt}`,
      shortTime(at),
      status === null ? "–" : String(status),
      error ?? "",
      `${milliseconds} ms`,
      shortTime(nextAttemptAt),
    ]),
  );
  const properties = fields({
    Event: event.eventId,
    Type: event.type,
    Merchant: event.merchantId,
    Payment: event.svcPaymentId ?? "–",
    Received: shortTime(event.receivedAt),
    Applied: event.applied,
    Delivery: deliveryText(event.delivery),
    "Next attempt": shortTime(event.nextAttemptAt),
  });
  session.show(
    event,
    sections(
      properties,
      table(["ENDPOINT", "ATTEMPT", "WHEN", "STATUS", "ERROR", "TOOK", "NEXT"], attempts, "No attempt yet."),
    ),
  );
}

type RedeliverOptions = { force?: boolean; endpoint?: string };

async function redeliver({ args, options, session }: Input<[string], RedeliverOptions>): Promise<void> {
  const [eventId] = args;
  const { merchantId } = await getAnyEvent(eventId);
  const { force = false, endpoint: endpointId } = options;
  await redeliverEvent(await getMerchant(merchantId), eventId, {
    force,
    endpointId,
    pendingToo: true,
    ...session.change(),
  });
  session.show({ eventId, sent: true }, `${eventId} is being redelivered.`);
}

async function reapply({ args: [eventId], session }: Input<[string]>): Promise<void> {
  const event = await getAnyEvent(eventId);
  await reapplyEvent(event, session.change());
  const applied = await getAnyEvent(eventId);
  const standing = eventView({ event: applied, shown: worstOf(await deliveriesOf(applied)) });
  session.show(standing, `${eventId}: ${standing.applied}, callback ${deliveryText(standing.delivery)}.`);
}

type RecoverOptions = { since: number; endpoint?: string };

async function recover({ args, options, session }: Input<[string], RecoverOptions>): Promise<void> {
  const { since, endpoint: endpointId } = options;
  if (since < 1 || since * 1000 > MAX_WINDOW_MS)
    throw new Failure("invalid_request", "--since must be from 1s to 31d.");
  const change = session.change();
  const window = {
    sinceMs: change.at - since * 1000,
    untilMs: change.at,
    endpointId,
  };
  const { work } = await recoverEvents(await getMerchant(args[0]), window, change);
  const recovery = recoveryView(await runToItsEnd(work));
  session.show(recovery, `${recovery.looked} events checked, ${recovery.sent} are being redelivered.`);
}
