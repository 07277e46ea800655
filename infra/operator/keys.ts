import { type Command, Option } from "commander";
import { KEY_GRACE_SECONDS, PRESETS, scopesOf } from "../../shared/domain/access/api-key.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { issueApiKey, revokeApiKey, rotateApiKey } from "../../shared/flows/merchants/change-api-keys.ts";
import { listApiKeys } from "../../shared/ledger/api-keys.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import { parseDuration, parsePlainText } from "./arguments.ts";
import { confirm } from "./confirm.ts";
import { example } from "./example.ts";
import { fields, sections, shortTime, table } from "./output.ts";
import { type Input, run } from "./session.ts";
import { keyView } from "./views.ts";

const SHOWN_ONCE = "The key is shown only once. Give it to the merchant and keep no copy.";

export function addKeys(program: Command): void {
  const keys = program
    .command("keys")
    .description("Issue, rotate and revoke API keys.")
    .addHelpText("after", example('keys issue mer_… --label "web shop"'));

  keys
    .command("issue <merchantId>")
    .description("Issue a key. It is shown once and stored only as a hash.")
    .option("--label <text>", "what the key is for", parsePlainText)
    .addOption(
      new Option("--preset <name>", "what the key may do; it never changes").choices(PRESETS).default("full"),
    )
    .option(
      "--expires <duration>",
      "when it expires, such as 30d; at most 3650d (default: never)",
      parseDuration,
    )
    .addHelpText("after", example('keys issue mer_… --label "web shop" --preset checkout --expires 30d'))
    .action(run(issue));

  keys
    .command("list <merchantId>")
    .description("List a merchant's keys, also expired and revoked ones.")
    .addHelpText("after", example("keys list mer_…"))
    .action(run(list));

  keys
    .command("rotate <keyId>")
    .description("Create a successor. Both keys work until the grace period ends.")
    .option("--grace <duration>", "how long the old key still works, 0 to 30d (default: 24h)", parseDuration)
    .addHelpText("after", example("keys rotate key_… --grace 24h"))
    .action(run(rotate));

  keys
    .command("revoke <keyId>")
    .description("Revoke a key. It takes effect within 30 seconds.")
    .addHelpText("after", example("keys revoke key_… --yes"))
    .action(run(revoke));
}

type IssueOptions = { label?: string; preset: string; expires?: number };

/** A time that is very much later could be stored, and then not be shown. */
const LONGEST_LIFE_SECONDS = 3650 * 24 * 60 * 60;

async function issue({ args: [merchantId], options, session }: Input<[string], IssueOptions>): Promise<void> {
  if ((options.expires ?? 0) > LONGEST_LIFE_SECONDS)
    throw new Failure("invalid_request", "--expires must be at most 3650d.");
  const change = session.change();
  const endsAt = options.expires === undefined ? null : change.at + options.expires * 1000;
  const { label, preset } = options;
  const { keyId, apiKey } = await issueApiKey({ merchantId, label, preset, endsAt }, change);
  session.show(
    { keyId, apiKey, preset },
    sections(fields({ "Key id": keyId, "API key": apiKey, Access: scopesOf(preset).join(", ") }), SHOWN_ONCE),
  );
}

async function list({ args: [merchantId], session }: Input<[string]>): Promise<void> {
  await getMerchant(merchantId);
  const at = Date.now();
  const keys = (await listApiKeys(merchantId)).map((key) => keyView(key, at));
  const rows = keys.map(({ keyId, state, preset, label, createdAt, endsAt, successorId }) => [
    keyId,
    state,
    preset,
    label ?? "",
    shortTime(createdAt),
    shortTime(endsAt),
    successorId ?? "",
  ]);
  const headings = ["KEY", "STATE", "PRESET", "LABEL", "CREATED", "ENDS", "SUCCESSOR"];
  session.show({ keys }, table(headings, rows, "No keys yet."));
}

async function rotate({
  args: [keyId],
  options,
  session,
}: Input<[string], { grace?: number }>): Promise<void> {
  const { grace = KEY_GRACE_SECONDS.standard } = options;
  if (grace === 0)
    await confirm(session, `Without a grace period, requests with ${keyId} fail immediately. Rotate?`);
  const rotated = await rotateApiKey(keyId, grace, session.change());
  const previousEndsAt = isoTime(rotated.previousEndsAt);
  session.show(
    { keyId: rotated.keyId, apiKey: rotated.apiKey, previousKeyId: keyId, previousEndsAt },
    sections(
      fields({
        "Key id": rotated.keyId,
        "API key": rotated.apiKey,
        "Old key": `${keyId} works until ${shortTime(previousEndsAt)}`,
      }),
      SHOWN_ONCE,
    ),
  );
}

async function revoke({ args: [keyId], session }: Input<[string]>): Promise<void> {
  await confirm(session, `Requests with ${keyId} fail immediately and permanently. Revoke it?`);
  const { merchantId, label } = await revokeApiKey(keyId, session.change());
  session.show(
    { keyId, merchantId, state: "revoked" },
    `${keyId}${label ? ` (${label})` : ""} of ${merchantId} is revoked.`,
  );
}
