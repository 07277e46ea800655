import { join } from "node:path";
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import { QUEUES, type QueueName } from "../topology.ts";
import { LOOPBACK } from "./http-listen.ts";

const ACCOUNT = "000000000000";
const DAY_SECONDS = 86_400;

export type LocalSqs = { url: string; server: FauxqsServer };

/** The embedded SQS, on disk: messages, and how long each is hidden, survive kill -9. */
export async function startSqs(stateDir: string): Promise<LocalSqs> {
  const server = await startFauxqs({
    port: 0,
    logger: false,
    host: LOOPBACK,
    dataDir: join(stateDir, "sqs"),
  });
  return { url: `http://${LOOPBACK}:${server.port}`, server };
}

/** Creating a queue that exists with the same attributes is no error, so every start may do it. */
export async function ensureQueues(url: string): Promise<void> {
  const client = new SQSClient({ endpoint: url });
  // A queue refers to its dead letters, so those come first.
  const isReferred = (name: QueueName) =>
    Object.values(QUEUES).some(({ deadLetters }) => deadLetters === name);
  const names = Object.keys(QUEUES) as QueueName[];
  for (const name of names.sort((a, b) => Number(isReferred(b)) - Number(isReferred(a))))
    await client.send(new CreateQueueCommand(definition(name)));
  client.destroy();
}

function definition(name: QueueName) {
  const { retentionDays, visibilitySeconds, maxReceives, deadLetters } = QUEUES[name];
  const redrive = deadLetters && {
    deadLetterTargetArn: `arn:aws:sqs:us-east-1:${ACCOUNT}:${deadLetters}`,
    maxReceiveCount: maxReceives,
  };
  return {
    QueueName: name,
    Attributes: {
      MessageRetentionPeriod: String(retentionDays * DAY_SECONDS),
      VisibilityTimeout: String(visibilitySeconds),
      ...(redrive && { RedrivePolicy: JSON.stringify(redrive) }),
    },
  };
}

export const queueUrl = (sqsUrl: string, name: QueueName): string => `${sqsUrl}/${ACCOUNT}/${name}`;
