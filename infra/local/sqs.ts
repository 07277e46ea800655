import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { ListenOptions } from "node:net";
import { join } from "node:path";
import { CreateQueueCommand, SetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import { keysOf } from "../../shared/domain/values.ts";
import { QUEUES, type QueueName } from "../topology.ts";
import { guard, LOOPBACK, withoutSlash } from "./http-listen.ts";
import type { LocalNames } from "./names.ts";

const ACCOUNT = "000000000000";
const DAY_SECONDS = 86_400;

/** Without a server when another SQS is used. `http`: its HTTP server. */
export type LocalSqs = { url: string; server?: FauxqsServer; http?: Server };

/** SQS_URL, or the embedded SQS, on disk: messages, and how long each is hidden, survive kill -9. */
export async function startSqs(stateDir: string): Promise<LocalSqs> {
  if (process.env.SQS_URL) return { url: withoutSlash(process.env.SQS_URL) };
  const { server, http } = await startGuarded(() =>
    startFauxqs({
      port: 0,
      logger: false,
      host: LOOPBACK,
      dataDir: join(stateDir, "sqs"),
    }),
  );
  return { url: `http://${LOOPBACK}:${server.port}`, server, http };
}

/** It does not expose its HTTP server, but Fastify announces each one on this channel. */
const FASTIFY_STARTS = "fastify.initialization";

async function startGuarded(
  start: () => Promise<FauxqsServer>,
): Promise<{ server: FauxqsServer; http: Server }> {
  let http: Server | undefined;
  const onStart = (message: unknown) => {
    http = (message as { fastify: { server: Server } }).fastify.server;
    guard(http);
    keepOnLoopback(http);
  };
  subscribe(FASTIFY_STARTS, onStart);
  const server = await start().finally(() => unsubscribe(FASTIFY_STARTS, onStart));
  if (http) return { server, http };
  await server.stop();
  throw new Error("The embedded SQS could not be guarded against websites.");
}

/** It would listen on every address of the machine: its `host` is only the name in its answers. */
function keepOnLoopback(http: Server): void {
  const listen = http.listen.bind(http) as (options: ListenOptions, ...rest: unknown[]) => Server;
  http.listen = ((options: ListenOptions, ...rest: unknown[]) =>
    listen({ ...options, host: LOOPBACK }, ...rest)) as Server["listen"];
}

/**
 * An existing queue is kept. Its attributes are set separately, because those of an earlier version may differ, and
 * creating it with others would fail.
 */
export async function ensureQueues(url: string, called: LocalNames["queue"]): Promise<void> {
  const client = new SQSClient({ endpoint: url });
  // A queue refers to its dead letters, so those come first.
  const isReferred = (name: QueueName) =>
    Object.values(QUEUES).some(({ deadLetters }) => deadLetters === name);
  const names = keysOf(QUEUES);
  for (const name of names.sort((a, b) => Number(isReferred(b)) - Number(isReferred(a)))) {
    await client.send(new CreateQueueCommand({ QueueName: called(name) }));
    const Attributes = attributesOf(name, called);
    await client.send(new SetQueueAttributesCommand({ QueueUrl: queueUrl(url, called(name)), Attributes }));
  }
  client.destroy();
}

/** The platform's own; its consumer's dead letters are only in the templates. */
export async function ensurePlatformQueue(url: string, name: string): Promise<void> {
  const client = new SQSClient({ endpoint: url });
  await client.send(new CreateQueueCommand({ QueueName: name }));
  client.destroy();
}

function attributesOf(name: QueueName, called: LocalNames["queue"]): Record<string, string> {
  const { retentionDays, visibilitySeconds, maxReceives, deadLetters } = QUEUES[name];
  const redrive = deadLetters && {
    deadLetterTargetArn: `arn:aws:sqs:us-east-1:${ACCOUNT}:${called(deadLetters)}`,
    maxReceiveCount: maxReceives,
  };
  return {
    MessageRetentionPeriod: String(retentionDays * DAY_SECONDS),
    VisibilityTimeout: String(visibilitySeconds),
    ...(redrive && { RedrivePolicy: JSON.stringify(redrive) }),
  };
}

export const queueUrl = (sqsUrl: string, queueName: string): string => `${sqsUrl}/${ACCOUNT}/${queueName}`;
