import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Command, Option } from "commander";
import {
  endpointsOf,
  requireNamedOrOnly,
  SECRET_GRACE_SECONDS,
} from "../../shared/domain/events/callback-endpoint.ts";
import { type EventType, PAYLOADS, type Payload } from "../../shared/domain/events/event-types.ts";
import { isoTime } from "../../shared/domain/time.ts";
import {
  createCallbackEndpoint,
  deleteCallbackEndpoint,
  disableCallbackEndpoint,
  enableCallbackEndpoint,
  rotateCallbackSecret,
  updateCallbackEndpoint,
} from "../../shared/flows/callbacks/change-endpoint.ts";
import { sendTestEvent } from "../../shared/flows/callbacks/send-test-event.ts";
import { findDelivery } from "../../shared/ledger/attempts.ts";
import type { DeliveryRecord } from "../../shared/ledger/events.ts";
import { getMerchant, type Merchant } from "../../shared/ledger/merchants.ts";
import { parseDuration, parseEvents } from "./arguments.ts";
import { confirm } from "./confirm.ts";
import { example } from "./example.ts";
import { fields, sections, shortTime, table } from "./output.ts";
import { runToItsEnd } from "./recoveries.ts";
import { type Input, run, type Session } from "./session.ts";
import { deliveryView, endpointView } from "./views.ts";

const SHOWN_ONCE = "The secret is shown only once. Give it to the merchant and keep no copy.";

export function addCallbacks(program: Command): void {
  const callbacks = program
    .command("callbacks")
    .description("Manage a merchant's callback endpoints and signing secrets.")
    .addHelpText("after", example("callbacks set-url mer_… https://shop.example/callbacks"));

  addEndpoint(callbacks);
  addList(callbacks);
  addSending(callbacks);
}

const ENDPOINT = [
  "--endpoint <endpointId>",
  "one of `callbacks list`; needed where there are several",
] as const;

const takesEndpoint = (command: Command): Command =>
  command
    .argument("<url>", "https, port 443 or 8443, a public name, no credentials")
    .option("--events <names>", "event types separated by commas, `default` or `none`", parseEvents)
    .addOption(new Option("--payload <payload>", "the form of the bodies").choices(PAYLOADS));

function addList(callbacks: Command): void {
  callbacks
    .command("list <merchantId>")
    .description("List the merchant's endpoints, at most five.")
    .addHelpText("after", example("callbacks list mer_…"))
    .action(run(list));

  takesEndpoint(callbacks.command("add <merchantId>"))
    .description("Add an endpoint with its own signing secret, which is shown once.")
    .addHelpText("after", example("callbacks add mer_… https://books.example/callbacks --payload service"))
    .action(run(add));

  callbacks
    .command("delete <merchantId>")
    .description("Delete an endpoint. What is held for it is not sent.")
    .option(...ENDPOINT)
    .addHelpText("after", example("callbacks delete mer_… --endpoint ep_… --yes"))
    .action(run(remove));
}

function addEndpoint(callbacks: Command): void {
  takesEndpoint(callbacks.command("set-url <merchantId>"))
    .description("Set the callback URL. The first time, a signing secret is created and shown once.")
    .option(...ENDPOINT)
    .addHelpText(
      "after",
      example(
        "callbacks set-url mer_… https://shop.example/callbacks --events payment_intent.succeeded,refund.failed",
      ),
    )
    .action(run(setUrl));

  callbacks
    .command("show <merchantId>")
    .description("Show an endpoint and its live secrets.")
    .option(...ENDPOINT)
    .addHelpText("after", example("callbacks show mer_…"))
    .action(run(show));

  callbacks
    .command("rotate-secret <merchantId>")
    .description("Create a new signing secret. Old and new both sign until the grace period ends.")
    .option(
      "--grace <duration>",
      "how long the old secret still signs, 0 to 7d (default: 24h)",
      parseDuration,
    )
    .option(...ENDPOINT)
    .addHelpText("after", example("callbacks rotate-secret mer_… --grace 24h"))
    .action(run(rotateSecret));
}

function addSending(callbacks: Command): void {
  callbacks
    .command("test <merchantId>")
    .description("Send a signed test event and report its first attempt.")
    .option(...ENDPOINT)
    .addHelpText("after", example("callbacks test mer_…"))
    .action(run(test));

  callbacks
    .command("disable <merchantId>")
    .description("Hold events in the ledger instead of sending them.")
    .option(...ENDPOINT)
    .addHelpText("after", example("callbacks disable mer_… --yes"))
    .action(run(disable));

  callbacks
    .command("enable <merchantId>")
    .description("Enable callbacks and send what was held. Safe to repeat.")
    .option(...ENDPOINT)
    .addHelpText("after", example("callbacks enable mer_…"))
    .action(run(enable));
}

type Choice = { events?: EventType[] | null; payload?: Payload };
type Named = { endpoint?: string };

/** Where there is none yet, it is added. */
async function setUrl({ args, options, session }: Input<[string, string], Choice & Named>): Promise<void> {
  const [merchantId, url] = args;
  const merchant = await getMerchant(merchantId);
  const { endpoint: named, ...choice } = options;
  if (endpointsOf(merchant).length === 0) return create(merchant, { url, ...choice }, session);
  const { endpointId } = requireNamedOrOnly(merchant, named);
  const change = session.change();
  const endpoint = await updateCallbackEndpoint(merchant, endpointId, { url, ...choice }, change);
  session.show(
    endpointView(endpoint, change.at),
    `Callbacks of ${merchantId} now go to ${url}, with the same secret.`,
  );
}

async function list({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const endpoints = endpointsOf(merchant).map((endpoint) => endpointView(endpoint, Date.now()));
  const rows = endpoints.map(({ endpointId, url, payload, events, disabled }) => [
    endpointId,
    url,
    payload,
    events ? events.join(", ") || "none" : "default",
    disabled ? "disabled" : "enabled",
  ]);
  session.show({ endpoints }, table(["ENDPOINT", "URL", "PAYLOAD", "EVENTS", "STATE"], rows, "No endpoint."));
}

async function add({ args, options, session }: Input<[string, string], Choice>): Promise<void> {
  const [merchantId, url] = args;
  await create(await getMerchant(merchantId), { url, ...options }, session);
}

async function create(merchant: Merchant, wanted: { url: string } & Choice, session: Session): Promise<void> {
  const change = session.change();
  const { endpoint, secret } = await createCallbackEndpoint(merchant, wanted, change);
  const { endpointId: Endpoint, url: URL } = endpoint;
  session.show(
    { ...endpointView(endpoint, change.at), secret },
    sections(fields({ Endpoint, URL, "Signing secret": secret }), SHOWN_ONCE),
  );
}

async function remove({ args: [merchantId], options, session }: Input<[string], Named>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const { endpointId } = requireNamedOrOnly(merchant, options.endpoint);
  await confirm(session, `Nothing is sent to ${endpointId} of ${merchant.name} any more. Delete it?`);
  await deleteCallbackEndpoint(merchant, endpointId, session.change());
  session.show({ endpointId, deleted: true }, `${endpointId} of ${merchantId} is deleted.`);
}

async function show({ args: [merchantId], options, session }: Input<[string], Named>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const endpoint = endpointView(requireNamedOrOnly(merchant, options.endpoint), Date.now());
  const secrets = endpoint.secrets.map(
    ({ createdAt, endsAt }) =>
      `of ${shortTime(createdAt)}${endsAt ? `, signs until ${shortTime(endsAt)}` : ""}`,
  );
  session.show(
    endpoint,
    fields({
      Endpoint: endpoint.endpointId,
      URL: endpoint.url,
      Events: endpoint.events ? endpoint.events.join(", ") || "none" : "default",
      Payload: endpoint.payload,
      State: endpoint.disabled ? "disabled: events are held" : "enabled",
      Secrets: secrets.join("; "),
    }),
  );
}

async function rotateSecret({
  args,
  options,
  session,
}: Input<[string], Named & { grace?: number }>): Promise<void> {
  const [merchantId] = args;
  const { grace = SECRET_GRACE_SECONDS.standard, endpoint: named } = options;
  const merchant = await getMerchant(merchantId);
  const { endpointId } = requireNamedOrOnly(merchant, named);
  if (grace === 0)
    await confirm(
      session,
      "Without a grace period, a receiver with only the old secret rejects every event. Rotate?",
    );
  const rotated = await rotateCallbackSecret(merchant, endpointId, grace, session.change());
  const previousEndsAt = isoTime(rotated.previousEndsAt);
  session.show(
    { secret: rotated.secret, previousEndsAt },
    sections(
      fields({ "Signing secret": rotated.secret, "Old secret": `signs until ${shortTime(previousEndsAt)}` }),
      SHOWN_ONCE,
    ),
  );
}

async function test({ args: [merchantId], options, session }: Input<[string], Named>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const { endpointId } = requireNamedOrOnly(merchant, options.endpoint);
  const change = { ...session.change(), traceId: randomUUID() };
  const eventId = await sendTestEvent(merchant, endpointId, change);
  const event = deliveryView(await awaitAttempt(eventId, endpointId));
  const arrived = event.delivery === "delivered";
  session.show(
    event,
    arrived
      ? `${eventId} was delivered.`
      : `${eventId} was not delivered (${event.lastError ?? "no attempt yet"}); next: ${session.command(`events show ${eventId}`)}`,
  );
  if (!arrived) process.exitCode = 1;
}

async function disable({ args: [merchantId], options, session }: Input<[string], Named>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const { endpointId } = requireNamedOrOnly(merchant, options.endpoint);
  await confirm(
    session,
    `${endpointId} of ${merchant.name} gets no callbacks until it is enabled. Disable it?`,
  );
  const change = session.change();
  const endpoint = await disableCallbackEndpoint(merchant, endpointId, change);
  session.show(
    endpointView(endpoint, change.at),
    `${endpointId} of ${merchantId} is disabled; its events are held.`,
  );
}

/** An interrupted operator need not repeat it: the due list continues. */
async function enable({ args: [merchantId], options, session }: Input<[string], Named>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const { endpointId } = requireNamedOrOnly(merchant, options.endpoint);
  const change = session.change();
  const { endpoint, work } = await enableCallbackEndpoint(merchant, endpointId, change);
  const { sent } = (await runToItsEnd(work)).progress;
  session.show(
    { ...endpointView(endpoint, change.at), sent },
    `${endpointId} of ${merchantId} is enabled; ${sent} held events are being sent.`,
  );
}

/** A receiver has 10 s; the queue and a cold function take their part. */
const PATIENCE_MS = 20_000;
const BETWEEN_LOOKS_MS = 200;

async function awaitAttempt(eventId: string, endpointId: string): Promise<DeliveryRecord> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const delivery = await findDelivery(eventId, endpointId);
    if (!delivery) throw new Error("The test event was not found.");
    if (delivery.log.length > 0 || performance.now() > deadline) return delivery;
    await pause(BETWEEN_LOOKS_MS);
  }
}
