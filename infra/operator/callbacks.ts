import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { SECRET_GRACE_SECONDS } from "../../shared/domain/callback-endpoint.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { parseDuration } from "./arguments.ts";
import { awaitAttempt } from "./await-attempt.ts";
import { confirm } from "./confirm.ts";
import { example } from "./example.ts";
import { merchantOf } from "./find-merchant.ts";
import { fields, sections, shortTime } from "./output.ts";
import { patiently } from "./patience.ts";
import { startProgress } from "./progress.ts";
import { type Input, run } from "./session.ts";
import { endpointView, eventView } from "./views.ts";

const SHOWN_ONCE = "This is the only time that the secret is shown: hand it over, and keep no copy.";

export function addCallbacks(program: Command): void {
  const callbacks = program
    .command("callbacks")
    .description("Where a merchant hears of events, and what signs them.")
    .addHelpText("after", example("callbacks set-url mer_… https://shop.example/callbacks"));

  callbacks
    .command("set-url")
    .description("Point callbacks at a URL. The first time, a signing secret is made and shown once.")
    .argument("<merchantId>")
    .argument("<url>", "https, port 443 or 8443, a public name, no credentials")
    .addHelpText("after", example("callbacks set-url mer_… https://shop.example/callbacks"))
    .action(run(setUrl));

  callbacks
    .command("show")
    .description("The endpoint, and which secrets sign.")
    .argument("<merchantId>")
    .addHelpText("after", example("callbacks show mer_…"))
    .action(run(show));

  callbacks
    .command("rotate-secret")
    .description("Make a new signing secret. Old and new both sign until the grace is over.")
    .argument("<merchantId>")
    .option("--grace <duration>", "how long the old one still signs, 0 to 7d (default: 24h)", parseDuration)
    .addHelpText("after", example("callbacks rotate-secret mer_… --grace 24h"))
    .action(run(rotateSecret));

  callbacks
    .command("test")
    .description("Send a signed test event the real way, and say how its first attempt went.")
    .argument("<merchantId>")
    .addHelpText("after", example("callbacks test mer_…"))
    .action(run(test));

  callbacks
    .command("disable")
    .description("Hold events in the ledger instead of sending them.")
    .argument("<merchantId>")
    .addHelpText("after", example("callbacks disable mer_… --yes"))
    .action(run(disable));

  callbacks
    .command("enable")
    .description("Send events again, beginning with what was held. Repeating it does no harm.")
    .argument("<merchantId>")
    .addHelpText("after", example("callbacks enable mer_…"))
    .action(run(enable));
}

async function setUrl({ args: [merchantId, url], session }: Input<[string, string]>): Promise<void> {
  const { setCallbackUrl } = await import("../../shared/flows/callbacks/change-endpoint.ts");
  const edge = session.edge();
  const { endpoint, secret } = await setCallbackUrl(await merchantOf(merchantId), url, edge);
  session.show(
    { ...endpointView(endpoint, edge.at), ...(secret && { secret }) },
    secret
      ? sections(fields({ URL: url, "Signing secret": secret }), SHOWN_ONCE)
      : `Callbacks of ${merchantId} go to ${url} now, signed as before.`,
  );
}

async function show({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const { requireCallback } = await import("../../shared/domain/callback-endpoint.ts");
  const endpoint = endpointView(requireCallback(await merchantOf(merchantId)), Date.now());
  const secrets = endpoint.secrets.map(
    ({ createdAt, endsAt }) =>
      `of ${shortTime(createdAt)}${endsAt ? `, signs until ${shortTime(endsAt)}` : ""}`,
  );
  session.show(
    endpoint,
    fields({
      URL: endpoint.url,
      State: endpoint.disabled ? "disabled: events are held" : "enabled",
      Secrets: secrets.join("; "),
    }),
  );
}

async function rotateSecret({ args, options, session }: Input<[string], { grace?: number }>): Promise<void> {
  const { rotateCallbackSecret } = await import("../../shared/flows/callbacks/change-endpoint.ts");
  const [merchantId] = args;
  const { grace = SECRET_GRACE_SECONDS.standard } = options;
  const merchant = await merchantOf(merchantId);
  if (grace === 0)
    await confirm(
      session,
      "Without a grace, a receiver that has only the old secret refuses every event. Rotate?",
    );
  const rotated = await rotateCallbackSecret(merchant, grace, session.edge());
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
  const { requireEnabledCallback } = await import("../../shared/domain/callback-endpoint.ts");
  const { leaveTrace } = await import("../../shared/flows/merchants/record-audit.ts");
  const { sendTestEvent } = await import("../../shared/flows/callbacks/send-test-event.ts");
  const merchant = await merchantOf(merchantId);
  requireEnabledCallback(merchant);
  await leaveTrace(merchantId, { action: "send-test-event" }, session.edge());
  const eventId = await sendTestEvent(merchant, { ...session.edge(), traceId: randomUUID() });
  const event = eventView(await awaitAttempt(eventId));
  const arrived = event.delivery === "delivered";
  session.show(
    event,
    arrived
      ? `${eventId} arrived and was accepted.`
      : `${eventId} has not arrived (${event.lastError ?? "no attempt yet"}); next: npm run operator -- events show ${eventId}`,
  );
  if (!arrived) process.exitCode = 1;
}

async function disable({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const { setCallbackDisabled } = await import("../../shared/flows/callbacks/switch-callbacks.ts");
  const { requireCallback } = await import("../../shared/domain/callback-endpoint.ts");
  const merchant = await merchantOf(merchantId);
  requireCallback(merchant);
  await confirm(
    session,
    `${merchant.name} will hear of nothing until it is enabled again. Disable its callbacks?`,
  );
  const edge = session.edge();
  const endpoint = await setCallbackDisabled(merchant, true, edge);
  session.show(
    endpointView(endpoint, edge.at),
    `Callbacks of ${merchantId} are disabled; its events are held.`,
  );
}

async function enable({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  const { setCallbackDisabled } = await import("../../shared/flows/callbacks/switch-callbacks.ts");
  const edge = session.edge();
  const endpoint = await setCallbackDisabled(await merchantOf(merchantId), false, edge);
  const sent = await releaseHeld(merchantId);
  session.show(
    { ...endpointView(endpoint, edge.at), sent },
    `Callbacks of ${merchantId} are enabled; ${sent} held events are on their way.`,
  );
}

/** In pages, and each may be repeated: whoever is interrupted enables once more. */
async function releaseHeld(merchantId: string): Promise<number> {
  const { ALL_TIME, recoverPage } = await import("../../shared/flows/callbacks/recover-events.ts");
  const progress = await startProgress("Sending");
  let sent = 0;
  let job: Parameters<typeof recoverPage>[0] | undefined = { merchantId, ...ALL_TIME, states: ["held"] };
  while (job) {
    const from = job;
    const page: Awaited<ReturnType<typeof recoverPage>> = await patiently(() =>
      recoverPage(from, Date.now()),
    );
    sent += page.sent;
    progress.advance(page.sent);
    job = page.next;
  }
  progress.done();
  return sent;
}
