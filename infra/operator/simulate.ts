import { Argument, type Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { isDuration, parseDuration } from "./arguments.ts";
import { example } from "./example.ts";
import { type Input, run } from "./session.ts";

export function addSimulate(program: Command): void {
  const simulate = program
    .command("simulate")
    .description("Control the local stack.")
    .addHelpText("after", example("simulate advance 7d"));

  simulate
    .command("advance")
    .description("Advance the local stack's clock. Everything due happens in order.")
    .addArgument(
      new Argument("<duration>", "from 1s to 366d, such as 90s, 30m, 24h or 7d").argParser(parseAdvance),
    )
    .addHelpText("after", example("simulate advance 7d"))
    .hook("preAction", rejectDeployed)
    .action(run(advance));
}

function parseAdvance(text: string): number {
  const seconds = isDuration(text) ? parseDuration(text) : 0;
  if (seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  const words = "Pass a number and a unit, from 1s to 366d, such as 90s, 30m, 24h or 7d.";
  throw new Failure("invalid_request", `The clock cannot be advanced by ${text}. ${words}`);
}

function rejectDeployed(command: Command): void {
  if (command.optsWithGlobals<{ env?: string }>().env === undefined) return;
  throw new Failure("invalid_request", "Only the local stack's clock can be moved. Omit --env.");
}

type Walk = { now: string; restless: { at: string; what: string[] }[] };

/** Day by day, so that no answer takes minutes. */
const STEP_SECONDS = 24 * 60 * 60;
const LONGEST_SECONDS = 366 * STEP_SECONDS;

async function advance({ args, session }: Input<[string]>): Promise<void> {
  const [seconds] = args as unknown as [number];
  const walks: Walk[] = [];
  for (let left = seconds; left > 0; left -= STEP_SECONDS)
    walks.push(await letPass(Math.min(left, STEP_SECONDS)));
  const now = walks.at(-1)?.now;
  const restless = walks.flatMap((walk) => walk.restless);
  const lines = restless.map(({ at, what }) => `Not finished at ${at}: ${what.join(", ")}.`);
  session.show({ now, restless }, [...lines, `It is now ${now}.`].join("\n"));
}

async function letPass(advanceSeconds: number): Promise<Walk> {
  const answer = await fetch(`${process.env.PROCESSOR_BASE_URL}/_simulator/clock`, {
    method: "POST",
    body: JSON.stringify({ advanceSeconds }),
  }).catch(() => {
    throw new Failure("service_unavailable", "The local stack stopped before the time had passed.");
  });
  const { error, ...walk } = (await answer.json()) as Walk & { error?: { message: string } };
  if (!answer.ok)
    throw new Failure("invalid_request", error?.message ?? "The simulator rejected the request.");
  return walk;
}
