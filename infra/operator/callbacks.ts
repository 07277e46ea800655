import { randomUUID } from "node:crypto";
import { type Command, Option } from "commander";
import {
  endpointIdsOf,
  FIRST_ENDPOINT_ID,
  requireCallback,
  requireEndpoint,
  SECRET_GRACE_SECONDS,
} from "../../shared/domain/events/callback-endpoint.ts";
import { type EventType, PAYLOADS, type Payload } from "../../shared/domain/events/event-types.ts";
import { isoTime } from "../../shared/domain/time.ts";
import {
  createCallbackEndpoint,
  deleteCallbackEndpoint,
  disableCallbacks,
  disableOneEndpoint,
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
import { fields, sections, shortTime, table } from "./output.ts";
import { runToItsEnd } from "./recoveries.ts";
import { type Input, run } from "./session.ts";
import { callbackView, endpointView } from "./views.ts";

const SHOWN_ONCE = "The secret is shown only once. Give it to the merchant and keep no copy.";

export function addCallbacks(program: Command): void {
  const callbacks = program
    .command("callbacks")
    .description("Manage a merchant's callback endpoints and signing secrets.")
    .addHelpText("after", example("callbacks set-url mer_… https://shop.example/callbacks"));

  addEndpoint(callbacks);
  addFurther(callbacks);
  addSending(callbacks);
}

const ENDPOINT = ["--endpoint <endpointId>", "one of `callbacks list` (default: the first one)"] as const;

const takesEndpoint = (command: Command): Command =>
  command
    .argument("<url>", "https, port 443 or 8443, a public name, no credentials")
    .option("--events <names>", "event types separated by commas, `default` or `none`", parseEvents)
    .addOption(new Option("--payload <payload>", "the form of the bodies").choices(PAYLOADS));

function addFurther(callbacks: Command): void {
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
    .command("delete <merchantId> <endpointId>")
    .description("Delete an endpoint after the first. What is held for it is not sent.")
    .addHelpText("after", example("callbacks delete mer_… ep_… --yes"))
    .action(run(remove));
}

function addEndpoint(callbacks: Command): void {
  takesEndpoint(callbacks.command("set-url <merchantId>"))
    .description("Set the callback URL. The first time, a signing secret is created and shown once.")
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

async function list({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const endpoints = endpointIdsOf(merchant).map((endpointId) => ({
    endpointId,
    ...endpointView(requireEndpoint(merchant, endpointId), Date.now()),
  }));
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
  const change = session.change();
  const merchant = await getMerchant(merchantId);
  const { endpointId, endpoint, secret } = await createCallbackEndpoint(
    merchant,
    { url, ...options },
    change,
  );
  session.show(
    { endpointId, ...endpointView(endpoint, change.at), secret },
    sections(fields({ Endpoint: endpointId, URL: url, "Signing secret": secret }), SHOWN_ONCE),
  );
}

async function remove({ args, session }: Input<[string, string]>): Promise<void> {
  const [merchantId, endpointId] = args;
  const merchant = await getMerchant(merchantId);
  requireEndpoint(merchant, endpointId);
  await confirm(session, `Nothing is sent to ${endpointId} of ${merchant.name} any more. Delete it?`);
  await deleteCallbackEndpoint(merchant, endpointId, session.change());
  session.show({ endpointId, deleted: true }, `${endpointId} of ${merchantId} is deleted.`);
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
      Events: endpoint.events ? endpoint.events.join(", ") || "none" : "default",
      Payload: endpoint.payload,
      State: endpoint.disabled ? "disabled: events are held" : "enabled",
      Secrets: secrets.join("; "),
    }),
  );
}

type Named = { endpoint?: string };

async function rotateSecret({
  args,
  options,
  session,
}: Input<[string], Named & { grace?: number }>): Promise<void> {
  const [merchantId] = args;
  const { grace = SECRET_GRACE_SECONDS.standard, endpoint } = options;
  const merchant = await getMerchant(merchantId);
  if (grace === 0)
    await confirm(
      session,
      "Without a grace period, a receiver with only the old secret rejects every event. Rotate?",
    );
  const rotated = await rotateCallbackSecret(merchant, grace, session.change(), endpoint);
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
  const { endpoint: endpointId } = options;
  const merchant = await getMerchant(merchantId);
  const eventId = await sendTestEvent(merchant, {
    ...session.change(),
    traceId: randomUUID(),
    ...(endpointId && { endpointId }),
  });
  const event = callbackView(await awaitAttempt(eventId, endpointId));
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
  requireCallback(merchant);
  const { endpoint: endpointId = FIRST_ENDPOINT_ID } = options;
  if (endpointId !== FIRST_ENDPOINT_ID) {
    requireEndpoint(merchant, endpointId);
    await confirm(
      session,
      `${endpointId} of ${merchant.name} gets no callbacks until it is enabled. Disable it?`,
    );
    const { at, ...rest } = session.change();
    const further = await disableOneEndpoint(merchant, endpointId, { at, ...rest });
    session.show(
      endpointView(further, at),
      `${endpointId} of ${merchantId} is disabled; its events are held.`,
    );
    return;
  }
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
async function enable({ args: [merchantId], options, session }: Input<[string], Named>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  const change = session.change();
  const { endpoint, work } = await enableCallbacks(merchant, change, options.endpoint);
  const { sent } = (await runToItsEnd(work, "Sending")).progress;
  session.show(
    { ...endpointView(endpoint, change.at), sent },
    `Callbacks of ${merchantId} are enabled; ${sent} held events are being sent.`,
  );
}
