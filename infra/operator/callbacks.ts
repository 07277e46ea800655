import { randomUUID } from "node:crypto";
import { type Command, Option } from "commander";
import { requireCallback, SECRET_GRACE_SECONDS } from "../../shared/domain/events/callback-endpoint.ts";
import { type EventType, PAYLOADS, type Payload } from "../../shared/domain/events/event-types.ts";
import { isoTime } from "../../shared/domain/time.ts";
import {
  disableCallbacks,
  enableCallbacks,
  rotateCallbackSecret,
  setCallbackEndpoint,
} from "../../shared/flows/callbacks/change-endpoint.ts";
import { sendTestEvent } from "../../shared/flows/callbacks/send-test-event.ts";
import { getMerchant } from "../../shared/flows/get-merchant.ts";
import { parseDuration, parseEvents } from "./arguments.ts";
import { awaitAttempt } from "./await-attempt.ts";
import { confirm } from "./confirm.ts";
import { example } from "./example.ts";
import { fields, sections, shortTime } from "./output.ts";
import { runToItsEnd } from "./recoveries.ts";
import { type Input, run } from "./session.ts";
import { endpointView, eventView } from "./views.ts";

const SHOWN_ONCE = "The secret is shown only once. Give it to the merchant and keep no copy.";

export function addCallbacks(program: Command): void {
  const callbacks = program
    .command("callbacks")
    .description("Manage a merchant's callback endpoint and signing secret.")
    .addHelpText("after", example("callbacks set-url mer_… https://shop.example/callbacks"));

  addEndpoint(callbacks);
  addSending(callbacks);
}

function addEndpoint(callbacks: Command): void {
  callbacks
    .command("set-url <merchantId>")
    .description("Set the callback URL. The first time, a signing secret is created and shown once.")
    .argument("<url>", "https, port 443 or 8443, a public name, no credentials")
    .option("--events <names>", "event types separated by commas, `default` or `none`", parseEvents)
    .addOption(new Option("--payload <payload>", "the form of the bodies").choices(PAYLOADS))
    .addHelpText(
      "after",
      example(
        "callbacks set-url mer_… https://shop.example/callbacks --events payment_intent.succeeded,refund.failed",
      ),
    )
    .action(run(setUrl));

  callbacks
    .command("show <merchantId>")
    .description("Show the endpoint and its live secrets.")
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
    .addHelpText("after", example("callbacks rotate-secret mer_… --grace 24h"))
    .action(run(rotateSecret));
}

function addSending(callbacks: Command): void {
  callbacks
    .command("test <merchantId>")
    .description("Send a signed test event and report its first attempt.")
    .addHelpText("after", example("callbacks test mer_…"))
    .action(run(test));

  callbacks
    .command("disable <merchantId>")
    .description("Hold events in the ledger instead of sending them.")
    .addHelpText("after", example("callbacks disable mer_… --yes"))
    .action(run(disable));

  callbacks
    .command("enable <merchantId>")
    .description("Enable callbacks and send what was held. Safe to repeat.")
    .addHelpText("after", example("callbacks enable mer_…"))
    .action(run(enable));
}

type Choice = { events?: EventType[] | null; payload?: Payload };

async function setUrl({ args, options, session }: Input<[string, string], Choice>): Promise<void> {
  const [merchantId, url] = args;
  const change = session.change();
  const merchant = await getMerchant(merchantId);
  const { endpoint, secret } = await setCallbackEndpoint(merchant, { url, ...options }, change);
  session.show(
    { ...endpointView(endpoint, change.at), ...(secret && { secret }) },
    secret
      ? sections(fields({ URL: url, "Signing secret": secret }), SHOWN_ONCE)
      : `Callbacks of ${merchantId} now go to ${url}, with the same secret.`,
  );
}

async function show({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const endpoint = endpointView(requireCallback(await getMerchant(merchantId)), Date.now());
  const secrets = endpoint.secrets.map(
    ({ createdAt, endsAt }) =>
      `of ${shortTime(createdAt)}${endsAt ? `, signs until ${shortTime(endsAt)}` : ""}`,
  );
  session.show(
    endpoint,
    fields({
      URL: endpoint.url,
      Events: endpoint.events ? endpoint.events.join(", ") || "none" : "the default ones",
      Payload: endpoint.payload,
      State: endpoint.disabled ? "disabled: events are held" : "enabled",
      Secrets: secrets.join("; "),
    }),
  );
}

async function rotateSecret({ args, options, session }: Input<[string], { grace?: number }>): Promise<void> {
  const [merchantId] = args;
  const { grace = SECRET_GRACE_SECONDS.standard } = options;
  const merchant = await getMerchant(merchantId);
  if (grace === 0)
    await confirm(
      session,
      "Without a grace period, a receiver with only the old secret rejects every event. Rotate?",
    );
  const rotated = await rotateCallbackSecret(merchant, grace, session.change());
  const previousEndsAt = isoTime(rotated.previousEndsAt);
  session.show(
    { secret: rotated.secret, previousEndsAt },
    sections(
      fields({ "Signing secret": rotated.secret, "Old secret": `signs until ${shortTime(previousEndsAt)}` }),
      SHOWN_ONCE,
    ),
  );
}

async function test({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const eventId = await sendTestEvent(merchant, { ...session.change(), traceId: randomUUID() });
  const event = eventView(await awaitAttempt(eventId));
  const arrived = event.delivery === "delivered";
  session.show(
    event,
    arrived
      ? `${eventId} was delivered.`
      : `${eventId} was not delivered (${event.lastError ?? "no attempt yet"}); next: ${session.command(`events show ${eventId}`)}`,
  );
  if (!arrived) process.exitCode = 1;
}

async function disable({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  requireCallback(merchant);
  await confirm(session, `${merchant.name} gets no callbacks until they are enabled again. Disable them?`);
  const change = session.change();
  const { endpoint, work } = await disableCallbacks(merchant, change);
  await runToItsEnd(work, "Holding");
  session.show(
    endpointView(endpoint, change.at),
    `Callbacks of ${merchantId} are disabled; its events are held.`,
  );
}

/** An interrupted operator need not repeat it: the due list continues. */
async function enable({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const change = session.change();
  const { endpoint, work } = await enableCallbacks(merchant, change);
  const { sent } = (await runToItsEnd(work, "Sending")).progress;
  session.show(
    { ...endpointView(endpoint, change.at), sent },
    `Callbacks of ${merchantId} are enabled; ${sent} held events are being sent.`,
  );
}
