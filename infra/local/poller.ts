import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { type InvocationContext, startInvocation } from "./invocation-context.ts";

export type QueueHandler = (event: SQSEvent, context: InvocationContext) => Promise<SQSBatchResponse>;

export type PollerOptions = {
  queue: string;
  url: string;
  queueUrl: string;
  batchSize: number;
  maximumConcurrency: number;
  timeoutSeconds: number;
  waitSeconds?: number;
  credentials?: { accessKeyId: string; secretAccessKey: string };
  eventSourceArn?: string;
};

/** Short, because some servers do not notice that a client is gone, and its last receive may still take a message. */
const WAIT_SECONDS = 1;

const AGAIN_MS = 200;

/**
 * Does what Lambda's event source mapping does: receives batches, invokes the function, deletes what succeeded and
 * leaves the rest to its visibility, never with more invocations at once than allowed.
 */
export class Poller {
  private readonly client: SQSClient;
  private readonly options: PollerOptions;
  private readonly handler: QueueHandler;
  private readonly running = new Set<Promise<void>>();
  /** Receipts of the messages that their function has left in the queue. */
  private readonly putBack = new Set<string>();
  private readonly stopped = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(options: PollerOptions, handler: QueueHandler) {
    this.options = options;
    this.handler = handler;
    const { url, credentials } = options;
    this.client = new SQSClient({ endpoint: url, ...(credentials && { credentials }) });
  }

  get queue(): string {
    return this.options.queue;
  }

  get isBusy(): boolean {
    return this.running.size > 0;
  }

  /** Whether the function has ended with the message: a hidden one may still be on its way to it. */
  hasPutBack(receiptHandle: string): boolean {
    return this.putBack.has(receiptHandle);
  }

  start(): void {
    this.loop = this.poll();
  }

  /** Lets running invocations finish: their messages would otherwise stay hidden for minutes. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.loop;
    await Promise.all(this.running);
    this.client.destroy();
  }

  private async poll(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      if (this.running.size >= this.options.maximumConcurrency) await Promise.race(this.running);
      const messages = await this.receive();
      if (messages.length === 0) continue;
      const invocation = this.invoke(messages).finally(() => this.running.delete(invocation));
      this.running.add(invocation);
    }
  }

  private async receive(): Promise<Message[]> {
    const command = new ReceiveMessageCommand({
      QueueUrl: this.options.queueUrl,
      MaxNumberOfMessages: this.options.batchSize,
      WaitTimeSeconds: this.options.waitSeconds ?? WAIT_SECONDS,
      MessageSystemAttributeNames: ["All"],
    });
    try {
      return (await this.client.send(command, { abortSignal: this.stopped.signal })).Messages ?? [];
    } catch {
      // The queue is unavailable for a moment, unless we are being stopped.
      if (!this.stopped.signal.aborted) await wait(AGAIN_MS);
      return [];
    }
  }

  private async invoke(messages: Message[]): Promise<void> {
    try {
      const result = await this.handler(
        { Records: messages.map((message) => toRecord(message, this.options.eventSourceArn)) },
        startInvocation(this.options.timeoutSeconds),
      );
      const kept = new Set(result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      const isKept = ({ MessageId = "" }: Message) => kept.has(MessageId);
      await this.delete(messages.filter((message) => !isKept(message)));
      this.notePutBack(messages.filter(isKept));
    } catch (error) {
      console.error("a batch failed as a whole and will come back", error);
      this.notePutBack(messages);
    }
  }

  private notePutBack(messages: Message[]): void {
    for (const { ReceiptHandle = "" } of messages) this.putBack.add(ReceiptHandle);
  }

  private async delete(messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    const Entries = messages.map(({ ReceiptHandle }) => ({ Id: randomUUID(), ReceiptHandle }));
    await this.client.send(new DeleteMessageBatchCommand({ QueueUrl: this.options.queueUrl, Entries }));
  }
}

const toRecord = (message: Message, eventSourceARN = "local"): SQSRecord => ({
  messageId: message.MessageId ?? "",
  receiptHandle: message.ReceiptHandle ?? "",
  body: message.Body ?? "",
  attributes: (message.Attributes ?? {}) as unknown as SQSRecord["attributes"],
  messageAttributes: {},
  md5OfBody: message.MD5OfBody ?? "",
  eventSource: "aws:sqs",
  eventSourceARN,
  awsRegion: "us-east-1",
});
