import type { Command } from "commander";
import { callbackKeyConfig, processorConfig, webhookConfig } from "../../shared/config.ts";
import { readSecretReports } from "../../shared/secrets.ts";
import { addCallbackKeys } from "./callback-keys.ts";
import { example } from "./example.ts";
import { table } from "./output.ts";
import { type Input, run } from "./session.ts";

export function addSecrets(program: Command): void {
  const secrets = program
    .command("secrets")
    .description("What the service must be told by others: is all of it there?")
    .addHelpText("after", example("secrets check --env staging"));

  secrets
    .command("check")
    .description(
      "Say of each secret whether it serves, and what is missing. Shows none. Exit code 1 if one does not.",
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
  session.show(
    { secrets: reports },
    table(
      ["SECRET", "STATE", "WHY"],
      reports.map(({ name, state, says }) => [name, state, says]),
    ),
  );
  if (reports.some(({ state }) => state !== "good")) process.exitCode = 1;
}
