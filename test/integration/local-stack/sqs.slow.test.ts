import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOCAL_CREDENTIALS } from "../../../infra/local/environment.ts";
import { queueUrl } from "../../../infra/local/sqs.ts";
import { QUEUES, type QueueName } from "../../../infra/topology.ts";
import { cleanUp, temporaryFolder } from "../../support/spawned-stack.ts";

// Processes of their own take their time to start on a busy machine.
/** The embedded SQS is another project's; that it keeps its promises on disk is what callbacks stand on. */
const ENTRY = new URL("../../../infra/local/sqs.ts", import.meta.url).href;
const credentials = { accessKeyId: "local", secretAccessKey: "local" };

/** A queue server in a process of its own, which can be stopped and killed, and whose clock can be put forward. */
class Queues {
  private readonly stateDir = temporaryFolder();
  private child: ChildProcess | undefined;
  private client = new SQSClient({ region: "us-east-1", credentials });
  private url = "";
  private secondsAhead = 0;

  async start(): Promise<void> {
    const program = `
      const now = Date.now;
      let ahead = ${this.secondsAhead * 1000};
      Date.now = () => now() + ahead;
      process.on("message", (seconds) => {
        ahead += seconds * 1000;
        process.send("done");
      });
      const { startSqs, ensureQueues } = await import(${JSON.stringify(ENTRY)});
      const { url, server } = await startSqs(${JSON.stringify(this.stateDir)});
      await ensureQueues(url, (name) => name);
      process.on("SIGTERM", () => server.stop().then(() => process.exit(0)));
      process.send(url);
    `;
    const env = { ...process.env, ...LOCAL_CREDENTIALS };
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      env,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.child = child;
    [this.url] = await once(child, "message");
    this.client = new SQSClient({ endpoint: this.url, region: "us-east-1", credentials });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill(signal);
    await once(this.child, "exit");
  }

  async letPass(seconds: number): Promise<void> {
    this.secondsAhead += seconds;
    this.child?.send(seconds);
    if (this.child) await once(this.child, "message");
  }

  send(body: string) {
    const QueueUrl = queueUrl(this.url, "callbacks");
    return this.client.send(new SendMessageCommand({ QueueUrl, MessageBody: body, MessageGroupId: "mer_1" }));
  }

  /** What can be received now, hidden for the given time. */
  async receive(VisibilityTimeout: number, name: QueueName = "callbacks"): Promise<Message[]> {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl(this.url, name),
      MaxNumberOfMessages: 10,
      VisibilityTimeout,
      MessageSystemAttributeNames: ["All"],
    });
    return (await this.client.send(command)).Messages ?? [];
  }

  hide({ ReceiptHandle }: Message, VisibilityTimeout: number) {
    const QueueUrl = queueUrl(this.url, "callbacks");
    return this.client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }),
    );
  }

  delete({ ReceiptHandle }: Message) {
    const QueueUrl = queueUrl(this.url, "callbacks");
    return this.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  }
}

const only = ([message, ...others]: Message[]): Message => {
  if (!message || others.length > 0)
    throw new Error(`Not one message but ${others.length + (message ? 1 : 0)}`);
  return message;
};

/** One folder for all tests: what they have received and not deleted stays hidden from each other. */
const queues = new Queues();
beforeAll(() => queues.start());
afterAll(async () => {
  await queues.end("SIGKILL");
  await cleanUp();
});

describe.each([
  ["stopped", "SIGTERM"],
  ["killed", "SIGKILL"],
] as const)("when the queue is %s and started again,", (_, signal) => {
  const restart = async () => {
    await queues.end(signal);
    await queues.start();
  };

  it("what waits is there, what was deleted is not, and what is hidden stays so for the rest of its time", async () => {
    await queues.send("deleted");
    await queues.delete(only(await queues.receive(1)));
    await queues.send("hidden for long");
    const long = only(await queues.receive(1));
    await queues.hide(long, 40_000);
    await queues.send("hidden");
    await queues.hide(only(await queues.receive(3600)), 600);
    for (const body of ["waiting 1", "waiting 2", "waiting 3"]) await queues.send(body);
    await restart();
    const waiting = await queues.receive(3600);
    expect(waiting.map(({ Body }) => Body).sort()).toEqual(["waiting 1", "waiting 2", "waiting 3"]);
    await queues.letPass(500);
    expect(await queues.receive(3600)).toEqual([]);
    await queues.letPass(101);
    expect(only(await queues.receive(3600)).Body).toBe("hidden");
    // The consumer that received it before the restart can still decide about it.
    await queues.hide(long, 1);
    await queues.letPass(2);
    expect(only(await queues.receive(3600)).Body).toBe("hidden for long");
  });

  it("receives are counted on, and the one after the 24th is a dead letter for good", async () => {
    await queues.send("poison");
    const { maxReceives = 0 } = QUEUES.callbacks;
    const receiveOften = async (times: number) => {
      for (let receives = 0; receives < times; receives++) only(await queues.receive(0));
    };
    await receiveOften(maxReceives / 2);
    await restart();
    await receiveOften(maxReceives / 2 - 1);
    expect(only(await queues.receive(0)).Attributes?.ApproximateReceiveCount).toBe("24");
    expect(await queues.receive(0)).toEqual([]);
    await restart();
    expect(await queues.receive(0)).toEqual([]);
    expect(only(await queues.receive(3600, "dead-letters")).Body).toBe("poison");
  });
});
