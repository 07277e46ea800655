import { FUNCTIONS, QUEUES, type QueueName } from "../../../infra/topology.ts";
import { type BatchAnswer, invoke } from "../world/functions.ts";
import type { SimulatedQueues } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

type Message = {
  id: string;
  body: string;
  receives: number;
  receipt: string;
  /** Hidden until then. */
  visibleAt: number;
};

type Queue = {
  spec: (typeof QUEUES)[QueueName];
  consumer: { batchSize: number; maximumConcurrency: number; function: string } | undefined;
  /** In the order in which they came, or came back. */
  visible: Message[];
  received: Map<string, Message>;
  isPollPlanned: boolean;
  running: number;
};

/** How long a poller gathers a batch. */
const LONGEST_GATHERING_MS = 300;

/**
 * The queues at sizes and rates at which the seeds' own, which look at all their messages, would be too slow. What a
 * queue counts as in flight is counted, and no more functions run at once than the topology allows. Messages come in
 * the order in which they became visible, whoever's they are: a fair queue would be kinder to quiet merchants.
 */
export class BusyQueues implements SimulatedQueues {
  readonly mostInFlight = new Map<QueueName, number>();
  private readonly simulation: Simulation;
  private readonly onSend: (name: QueueName, body: string) => void;
  private readonly queues = new Map<QueueName, Queue>();
  private readonly share: number;
  private lastId = 0;

  /** `share`: of the functions that may run at once. */
  constructor(simulation: Simulation, onSend: (name: QueueName, body: string) => void = () => {}, share = 1) {
    this.share = share;
    this.simulation = simulation;
    this.onSend = onSend;
    for (const name of Object.keys(QUEUES) as QueueName[]) this.queues.set(name, emptyQueue(name));
  }

  of = (name: QueueName): readonly Message[] => this.queue(name).visible;

  inFlight = (name: QueueName): number => this.queue(name).received.size;

  send(name: QueueName, body: string, delaySeconds = 0): void {
    this.onSend(name, body);
    const message = { id: `message-${++this.lastId}`, body, receives: 0, receipt: "", visibleAt: 0 };
    this.showAfter(name, message, delaySeconds);
  }

  hide(name: QueueName, receipt: string, seconds: number): void {
    const message = this.queue(name).received.get(receipt);
    if (message) this.showAfter(name, message, seconds);
  }

  private queue = (name: QueueName): Queue => this.queues.get(name) as Queue;

  private showAfter(name: QueueName, message: Message, seconds: number): void {
    const { clock } = this.simulation;
    const at = clock.now + seconds * 1000;
    message.visibleAt = at;
    if (seconds === 0) this.show(name, message);
    else clock.at(at, () => message.visibleAt === at && this.show(name, message));
  }

  private show(name: QueueName, message: Message): void {
    const queue = this.queue(name);
    queue.received.delete(message.receipt);
    queue.visible.push(message);
    this.planPoll(name);
  }

  private planPoll(name: QueueName): void {
    const queue = this.queue(name);
    if (!queue.consumer || queue.isPollPlanned) return;
    queue.isPollPlanned = true;
    this.simulation.clock.after(this.simulation.chance("queues").between(1, LONGEST_GATHERING_MS), () => {
      queue.isPollPlanned = false;
      this.poll(name);
    });
  }

  private poll(name: QueueName): void {
    const queue = this.queue(name);
    const { consumer, visible, spec } = queue;
    while (
      consumer &&
      visible.length > 0 &&
      queue.running < Math.ceil(consumer.maximumConcurrency * this.share)
    ) {
      const batch = visible.splice(0, consumer.batchSize);
      for (const message of batch) this.receive(name, message, spec.visibilitySeconds);
      this.mostInFlight.set(name, Math.max(this.mostInFlight.get(name) ?? 0, queue.received.size));
      void this.handle(name, consumer.function, batch);
    }
  }

  private receive(name: QueueName, message: Message, visibilitySeconds: number): void {
    const { received, spec } = this.queue(name);
    if (++message.receives > (spec.maxReceives ?? Number.POSITIVE_INFINITY))
      this.simulation.violate("17", `${message.body} is received ${message.receives} times`);
    message.receipt = `${message.id}-${message.receives}`;
    received.set(message.receipt, message);
    this.showAfter(name, message, visibilitySeconds);
  }

  private async handle(name: QueueName, functionName: string, batch: Message[]): Promise<void> {
    const queue = this.queue(name);
    const Records = batch.map(({ id, receipt, body }) => ({ messageId: id, receiptHandle: receipt, body }));
    queue.running++;
    const outcome = await invoke<BatchAnswer>(functionName, { Records });
    queue.running--;
    if (queue.visible.length > 0) this.planPoll(name);
    if (outcome.kind !== "answered") return;
    const kept = new Set(outcome.answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const [index, message] of batch.entries())
      if (!kept.has(message.id) && queue.received.delete(Records[index]?.receiptHandle ?? ""))
        message.visibleAt = Number.POSITIVE_INFINITY;
  }
}

function emptyQueue(name: QueueName): Queue {
  const spec = FUNCTIONS.find(({ consumes }) => consumes?.queue === name);
  const consumer = spec?.consumes && { ...spec.consumes, function: spec.name };
  return {
    spec: QUEUES[name],
    consumer,
    visible: [],
    received: new Map(),
    isPollPlanned: false,
    running: 0,
  };
}
