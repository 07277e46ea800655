import { DeleteMessageCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import type { Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { callQueue, type PlatformEvent, queueClient } from "../../shared/queues/queue.ts";
import { environmentConfig, platformEventsConfig } from "../../shared/runtime/config.ts";
import { parseLimit } from "./arguments.ts";
import { example } from "./example.ts";
import { isTaken } from "./output.ts";
import { type Input, run } from "./session.ts";

const BATCH = 10;
const WAIT_SECONDS = 2;

export function addPlatformEvents(program: Command): void {
  const events = program
    .command("platform-events")
    .description("Read the platform's own queue of events.")
    .addHelpText("after", example("platform-events tail"));

  events
    .command("tail")
    .description(
      "Print and remove each event of the local stack's queue. Start the stack with PLATFORM_EVENTS=on npm start.",
    )
    .option("--seconds <n>", "stop when nothing has come for so long (default: never)", parseLimit)
    .addHelpText("after", example("platform-events tail --seconds 10"))
    .action(run(tail));
}

async function tail({ options: { seconds }, session }: Input<[], { seconds?: number }>): Promise<void> {
  const QueueUrl = requireQueue();
  let quietSince = Date.now();
  while (seconds === undefined || Date.now() - quietSince < seconds * 1000) {
    const asked = { QueueUrl, MaxNumberOfMessages: BATCH, WaitTimeSeconds: WAIT_SECONDS };
    const { Messages = [] } = await callQueue(() => queueClient.send(new ReceiveMessageCommand(asked)));
    for (const { Body = "", ReceiptHandle } of Messages) {
      quietSince = Date.now();
      const event = JSON.parse(Body) as PlatformEvent;
      const { eventId, type, merchantId, svcPaymentId, version } = event;
      session.show(
        event,
        [eventId, type, merchantId, svcPaymentId ?? "-", `version ${version ?? "-"}`].join("  "),
      );
      await isTaken();
      await callQueue(() => queueClient.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })));
    }
  }
}

function requireQueue(): string {
  const { PLATFORM_EVENT_QUEUE_URL: url } = platformEventsConfig();
  if (!url)
    throw new Failure(
      "invalid_request",
      "There is no such queue. Start the local stack with PLATFORM_EVENTS=on npm start.",
    );
  if (environmentConfig().ENVIRONMENT !== "local")
    throw new Failure(
      "invalid_request",
      "Only the local stack's queue. A deployed one belongs to the platform's consumer.",
    );
  return url;
}
