import { Argument, type Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { parseDuration } from "./arguments.ts";
import { example } from "./example.ts";
import { startProgress } from "./progress.ts";
import { type Input, run } from "./session.ts";

export function addSimulate(program: Command): void {
  const simulate = program
    .command("simulate")
    .description("Control the local stack.")
    .addHelpText("after", example("simulate advance 7d"));

  simulate
    .command("advance")
    .description("Advance the local stack's clock. Everything due happens in order.")
    .addArgument(new Argument("<duration>", "such as 90s, 30m, 24h or 7d").argParser(parseDuration))
    .addHelpText("after", example("simulate advance 7d"))
    .hook("preAction", refuseDeployed)
    .action(run(advance));
}

function refuseDeployed(command: Command): void {
  if (command.optsWithGlobals<{ env?: string }>().env === undefined) return;
  throw new Failure("invalid_request", "Only the local stack's clock can be moved. Omit --env.");
}

type Walk = { now: string; restless: { at: string; what: string[] }[] };

/** Day by day, so that a person sees how far it is and no answer takes minutes. */
const STEP_SECONDS = 24 * 60 * 60;
const LONGEST_SECONDS = 366 * STEP_SECONDS;

async function advance({ args, session }: Input<[string]>): Promise<void> {
  const [seconds] = args as unknown as [number];
  if (seconds < 1 || seconds > LONGEST_SECONDS) {
    const words = `The duration must be a whole number of seconds from 1 to ${LONGEST_SECONDS}.`;
    throw new Failure("invalid_request", words);
  }
  const progress = startProgress("days", Math.ceil(seconds / STEP_SECONDS));
  const walks: Walk[] = [];
  for (let left = seconds; left > 0; left -= STEP_SECONDS) {
    walks.push(await letPass(Math.min(left, STEP_SECONDS)).finally(() => progress.advance(1)));
  }
  progress.done();
  const now = walks.at(-1)?.now;
  const restless = walks.flatMap((walk) => walk.restless);
  const lines = restless.map(({ at, what }) => `Not finished at ${at}: ${what.join(", ")}.`);
  session.show({ now, restless }, [...lines, `It is now ${now}.`].join("\n"));
}

async function letPass(advanceSeconds: number): Promise<Walk> {
  const answer = await fetch(`${process.env.PROCESSOR_BASE_URL}/_simulator/clock`, {
    method: "POST",
    body: JSON.stringify({ advanceSeconds }),
  });
  const { error, ...walk } = (await answer.json()) as Walk & { error?: { message: string } };
  if (!answer.ok)
    throw new Failure("invalid_request", error?.message ?? "The simulator rejected the request.");
  return walk;
}
