import type { Command } from "commander";
import { callbackKeyConfig, processorConfig, webhookConfig } from "../../shared/config.ts";
import { type TriedRight, tryRights } from "../../shared/processor/rights.ts";
import { readSecretReports, type SecretReport } from "../../shared/secrets.ts";
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
    .option("--offline", "check the secrets only, without the rights at the processor")
    .addHelpText("after", example("secrets check --env staging"))
    .action(run(check));
  addCallbackKeys(secrets);
}

async function check({ session, options }: Input<[], { offline?: boolean }>): Promise<void> {
  const reports = await readSecretReports({
    processor: processorConfig().PROCESSOR_SECRET_ID,
    webhook: webhookConfig().WEBHOOK_SECRET_ID,
    "callback-key": callbackKeyConfig().CALLBACK_KEY_SECRET_ID,
  });
  const hasKey = reports.some(({ name, state }) => name === "processor" && state === "good");
  const rights = hasKey && !options.offline ? await tryRights() : [];
  session.show({ secrets: reports, rights }, sections(secretTable(reports), rightLines(rights)));
  const isWanting = reports.some(({ state }) => state !== "good") || rights.some(isNotGiven);
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

const WORDS = { given: "given", missing: "missing", not_tried: "not tried" };
