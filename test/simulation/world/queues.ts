import { FUNCTIONS, QUEUES, type QueueName } from "../../../infra/topology.ts";
import { type BatchAnswer, invoke } from "./functions.ts";
import { current, type Simulation } from "./simulation.ts";

type Message = {
  id: string;
  body: string;
  visibleAt: number;
  receives: number;
  receipt: string;
  expiresAt: number;
};

const DAY_MS = 86_400_000;
const LONGEST_VISIBILITY_SECONDS = 43_200;
const LONGEST_DELAY_SECONDS = 900;

/** SQS and Lambda's pollers as far as the topology describes them: hidden messages, delays, redrive, batches. */
export class Queues {
  private readonly simulation: Simulation;
  private readonly messages = new Map<QueueName, Message[]>();
  private readonly polls = new Map<QueueName, number>();
  private readonly running = new Map<QueueName, number>();
  private lastId = 0;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
    for (const name of Object.keys(QUEUES) as QueueName[]) this.messages.set(name, []);
  }

  of = (name: QueueName): readonly Message[] => this.messages.get(name) ?? [];

  send(name: QueueName, body: string, delaySeconds = 0): void {
    const { clock, faults } = this.simulation;
    if (delaySeconds > LONGEST_DELAY_SECONDS) throw new Error("InvalidParameterValue: DelaySeconds");
    if (name === "dead-letters") this.simulation.reach("dead letters");
    const copies = faults.strikes("queue-duplicate") ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      this.list(name).push({
        id: `message-${++this.lastId}`,
        body,
        visibleAt: clock.now + delaySeconds * 1000,
        receives: 0,
        receipt: "",
        expiresAt: clock.now + QUEUES[name].retentionDays * DAY_MS,
      });
    }
    this.wake(name, clock.now + delaySeconds * 1000);
  }

  hide(name: QueueName, receipt: string, seconds: number): void {
    if (seconds > LONGEST_VISIBILITY_SECONDS) throw new Error("InvalidParameterValue: VisibilityTimeout");
    const message = this.list(name).find((candidate) => candidate.receipt === receipt);
    if (!message) return;
    message.visibleAt = this.simulation.clock.now + seconds * 1000;
    this.wake(name, message.visibleAt);
  }

  private list = (name: QueueName): Message[] => this.messages.get(name) as Message[];

  /** A poll a little after something becomes visible; one poll for all that does by then. */
  private wake(name: QueueName, at: number): void {
    if (!consumerOf(name)) return;
    const planned = this.polls.get(name);
    const wanted = at + this.simulation.chance("queues").between(1, 400);
    if (planned !== undefined && planned <= wanted) return;
    this.polls.set(name, wanted);
    this.simulation.clock.at(wanted, () => {
      if (this.polls.get(name) !== wanted) return;
      this.polls.delete(name);
      this.poll(name);
    });
  }

  private poll(name: QueueName): void {
    const { clock, faults } = this.simulation;
    const consumer = consumerOf(name);
    if (!consumer) return;
    this.dropOld(name);
    const batch = this.list(name)
      .filter(({ visibleAt }) => visibleAt <= clock.now)
      .slice(0, consumer.batchSize);
    const alive = batch.filter((message) => !this.redrive(name, message));
    for (const message of alive) {
      message.receives++;
      message.receipt = `${message.id}-${message.receives}`;
      message.visibleAt = clock.now + QUEUES[name].visibilitySeconds * 1000;
      // At least once: sometimes twice at the same time.
      if (faults.strikes("queue-duplicate")) message.visibleAt = clock.now;
    }
    if (alive.length > 0) this.handle(name, consumer.function, alive);
    const next = Math.min(...this.list(name).map(({ visibleAt }) => visibleAt));
    if (Number.isFinite(next)) this.wake(name, Math.max(next, clock.now));
  }

  private redrive(name: QueueName, message: Message): boolean {
    const { maxReceives, deadLetters } = QUEUES[name];
    if (!maxReceives || !deadLetters || message.receives < maxReceives) return false;
    this.simulation.tell(name, () => `gives ${message.body} up after ${message.receives} receives`);
    this.remove(name, message);
    this.list(deadLetters).push({ ...message, receives: 0, receipt: "" });
    this.simulation.reach("redrives");
    return true;
  }

  private handle(name: QueueName, functionName: string, batch: Message[]): void {
    if (name === "open-work") for (const _ of batch) this.simulation.reach("visits");
    const receipts = batch.map(({ receipt }) => receipt);
    const Records = batch.map(({ id, receipt, body }) => ({ messageId: id, receiptHandle: receipt, body }));
    this.running.set(name, (this.running.get(name) ?? 0) + 1);
    invoke<BatchAnswer>(functionName, { Records }).then((outcome) => {
      this.running.set(name, (this.running.get(name) ?? 1) - 1);
      if (outcome.kind !== "answered") return;
      const kept = new Set(outcome.answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const [index, message] of batch.entries()) {
        if (kept.has(message.id) || current().faults.strikes("queue-delete-lost")) continue;
        if (message.receipt === receipts[index]) this.remove(name, message);
      }
    });
  }

  private dropOld(name: QueueName): void {
    const { now } = this.simulation.clock;
    this.messages.set(
      name,
      this.list(name).filter(({ expiresAt }) => expiresAt > now),
    );
  }

  private remove(name: QueueName, message: Message): void {
    this.messages.set(
      name,
      this.list(name).filter((candidate) => candidate !== message),
    );
  }
}

const CONSUMERS = new Map(
  FUNCTIONS.flatMap(({ name, consumes }) =>
    consumes ? [[consumes.queue, { ...consumes, function: name }] as const] : [],
  ),
);

const consumerOf = (queue: QueueName) => CONSUMERS.get(queue);
