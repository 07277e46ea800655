import type { Command } from "commander";
import { listEvents } from "../../shared/ledger/event-lists.ts";
import { eventBody } from "../../shared/ledger/events.ts";
import { listMerchants } from "../../shared/ledger/merchants.ts";
import { API_VERSION, parseEvent } from "../../shared/processor/events.ts";
import { type TriedRight, tryRights, tryV2Accounts } from "../../shared/processor/rights.ts";
import {
  accountsApiConfig,
  callbackKeyConfig,
  processorConfig,
  webhookConfig,
} from "../../shared/runtime/config.ts";
import { readSecretReports, type SecretReport } from "../../shared/runtime/secrets.ts";
import { addCallbackKeys } from "./callback-keys.ts";
import { example } from "./example.ts";
import { sections, table } from "./output.ts";
import { type Input, run } from "./session.ts";

export function addSecrets(program: Command): void {
  const secrets = program
    .command("secrets")
    .description("Check and rotate the service's secrets.")
    .addHelpText("after", example("secrets check --env staging"));

  secrets
    .command("check")
    .description(
      "Check each secret, and the rights of the processor's key. Prints no secret. Exit code 1 " +
        "if something is missing.",
    )
    .addHelpText("after", example("secrets check --env staging"))
    .action(run(check));
  addCallbackKeys(secrets);
}

async function check({ session }: Input): Promise<void> {
  const reports = await readSecretReports({
    processor: processorConfig().PROCESSOR_SECRET_ID,
    webhook: webhookConfig().WEBHOOK_SECRET_ID,
    "callback-key": callbackKeyConfig().CALLBACK_KEY_SECRET_ID,
  });
  const hasKey = reports.some(({ name, state }) => name === "processor" && state === "good");
  const rights = hasKey ? await tryRights() : [];
  const v2 = rights.length > 0 ? await tryV2Accounts() : undefined;
  const wanted = [...rights, ...(v2 && needsV2() ? [v2] : [])];
  const events = await readEventVersion();
  session.show(
    { secrets: reports, rights, v2, events },
    sections(secretTable(reports), rightLines(wanted), needsV2() ? "" : v2Line(v2), versionLine(events)),
  );
  const isWanting = reports.some(({ state }) => state !== "good") || wanted.some(isNotGiven);
  if (isWanting) process.exitCode = 1;
}

const secretTable = (reports: SecretReport[]): string =>
  table(
    ["SECRET", "STATE", "WHY"],
    reports.map(({ name, state, says }) => [name, state, says]),
  );

const isNotGiven = ({ state }: TriedRight): boolean => state !== "given";

/** Only the missing ones: shared/contract/going-live.md has the whole list. */
function rightLines(rights: TriedRight[]): string {
  if (rights.length === 0) return "";
  const wanting = rights.filter(isNotGiven);
  if (wanting.length === 0) return `The processor's key has all ${rights.length} rights that it needs.`;
  const rows = wanting.map(({ name, level, on, state, says }) => [name, level, on, WORDS[state], says]);
  return table(["RIGHT", "LEVEL", "ON", "STATE", "WHY"], rows);
}

const needsV2 = (): boolean => accountsApiConfig().ACCOUNTS_API === "v2";

/** No failure of the check: an environment whose accounts v1 makes does without it. */
function v2Line(right: TriedRight | undefined): string {
  if (!right) return "";
  const { name, level, state, says } = right;
  if (state === "given") return `The key may create accounts with v2 (${name}, ${level}).`;
  return `The key's right to create accounts with v2 (${name}, ${level}) is ${WORDS[state]}. This environment needs it only once its accountsApi is v2. ${says}`;
}

const WORDS = { given: "given", missing: "missing", not_tried: "not tried" };

type EventVersion = { eventId: string; apiVersion: string | undefined; isOurs: boolean };

/** Enough to find an event, if any comes in; a check must not read a whole ledger. */
const MERCHANTS = 20;
const EVENTS = 10;

/** What the endpoints send is known from what they sent: the key has no right to read endpoints, and needs none. */
async function readEventVersion(): Promise<EventVersion | undefined> {
  const { items: merchants } = await listMerchants(MERCHANTS);
  const live = merchants.filter(({ erasedAt }) => erasedAt === undefined);
  const pages = await Promise.all(live.map(({ merchantId }) => listEvents(merchantId, { limit: EVENTS })));
  const received = pages.flatMap(({ items }) => items).filter(({ source }) => source === "webhook");
  const newest = received.toSorted((one, other) => other.receivedAt - one.receivedAt)[0];
  if (!newest) return undefined;
  const { eventId, apiVersion } = parseEvent(eventBody(newest));
  return { eventId, apiVersion, isOurs: apiVersion === API_VERSION };
}

function versionLine(event: EventVersion | undefined): string {
  if (!event) return "";
  const { eventId, apiVersion, isOurs } = event;
  return isOurs
    ? `Webhooks arrive in the API version ${API_VERSION}, which this service reads.`
    : `The newest webhook (${eventId}) has the API version ${apiVersion}, and this service reads ${API_VERSION}. Create the webhook endpoints again with that version.`;
}
