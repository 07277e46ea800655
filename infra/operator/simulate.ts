import { Argument, type Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { parseDuration } from "./arguments.ts";
import { example } from "./example.ts";
import { type Input, run } from "./session.ts";

export function addSimulate(program: Command): void {
  const simulate = program
    .command("simulate")
    .description("What only the local stack can do.")
    .addHelpText("after", example("simulate advance 7d"));

  simulate
    .command("advance")
    .description("Move the clock of the local stack and its simulated processor on.")
    .addArgument(new Argument("<duration>", "such as 90s, 30m, 24h or 7d").argParser(parseDuration))
    .addHelpText("after", example("simulate advance 7d"))
    .hook("preAction", refuseDeployed)
    .action(run(advance));
}

function refuseDeployed(command: Command): void {
  if (command.optsWithGlobals<{ env?: string }>().env === undefined) return;
  throw new Failure("invalid_request", "Only the local stack's clock can be moved: leave --env out.");
}

async function advance({ args, session }: Input<[string]>): Promise<void> {
  const [advanceSeconds] = args as unknown as [number];
  const answer = await fetch(`${process.env.PROCESSOR_BASE_URL}/_simulator/clock`, {
    method: "POST",
    body: JSON.stringify({ advanceSeconds }),
  });
  const { now, error } = (await answer.json()) as { now?: unknown; error?: { message: string } };
  if (!answer.ok) throw new Failure("invalid_request", error?.message ?? "The simulator refused.");
  session.show({ now }, `It is now ${now}.`);
}
