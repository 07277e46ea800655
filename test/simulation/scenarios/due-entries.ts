import type { QueueName } from "../../../infra/topology.ts";
import { invoke } from "../world/functions.ts";
import type { ReceivedCallback, ReceiverAnswer, SimulatedQueues } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

/** `messages`: sent for it; `posts`: heard by its merchant. */
export type DueEntry = {
  dueSince: number;
  sentAt: number | undefined;
  isMoved: boolean;
  messages: number;
  posts: number;
};

/** One callback in so many is delivered by the real function; the others' messages are counted. */
const SAMPLE = 1_000;

/** When nothing is moved for longer, no sweep is at work. */
const LONGEST_PAUSE_MS = 2_000;

export const isDelivered = (number: number): boolean => number % SAMPLE === 0;

export const eventIdOf = (number: number): string => `evt_due${number}`;
const numberIn = (text: string): number => Number(/evt_due(\d+)/.exec(text)?.[1]);

/** In the place of the queues and of the merchants' servers: what became of each entry of the due list. */
export class DueEntries implements SimulatedQueues {
  readonly all: DueEntry[] = [];
  /** Sent, and not yet moved. */
  inHand = 0;
  mostInHand = 0;
  moved = 0;
  movedOfBacklog = 0;
  /** Moved without being sent: visits beyond their merchant's pace. */
  putOff = 0;
  /** How long sweeps were at it, all in all. */
  workedMs = 0;
  private lastMoveAt = Number.NEGATIVE_INFINITY;
  private readonly simulation: Simulation;
  private readonly backlog: number;

  /** `backlog`: the first so many; what follows becomes due later. */
  constructor(simulation: Simulation, backlog: number) {
    this.simulation = simulation;
    this.backlog = backlog;
  }

  /** Its number. */
  add(dueSince: number): number {
    return this.all.push({ dueSince, sentAt: undefined, isMoved: false, messages: 0, posts: 0 }) - 1;
  }

  of = (): [] => [];

  hide(): void {
    this.simulation.violate("47", "a callback that is taken waits in the queue");
  }

  send(name: QueueName, body: string, delaySeconds = 0): void {
    const { clock } = this.simulation;
    const number = numberIn(body);
    const entry = this.all[number];
    const { visit = 1 } = JSON.parse(body) as { visit?: number };
    // Nobody makes the visits here: after five minutes they are due once more, as the ladder says.
    if (!entry || visit > 1) return;
    entry.messages++;
    if (entry.sentAt === undefined) {
      entry.sentAt = clock.now;
      this.mostInHand = Math.max(this.mostInHand, ++this.inHand);
    }
    if (name !== "callbacks" || !isDelivered(number)) return;
    const message = { messageId: body, receiptHandle: body, body };
    clock.after(delaySeconds * 1000, () => void invoke("delivery", { Records: [message] }));
  }

  move(pk: string): void {
    const number = numberIn(pk);
    const entry = this.all[number];
    if (!entry || entry.isMoved) return;
    const pauseMs = this.simulation.clock.now - this.lastMoveAt;
    if (pauseMs < LONGEST_PAUSE_MS) this.workedMs += pauseMs;
    this.lastMoveAt = this.simulation.clock.now;
    if (entry.messages === 0) {
      this.putOff++;
      return;
    }
    if (number < this.backlog) this.movedOfBacklog++;
    entry.isMoved = true;
    this.moved++;
    this.inHand--;
  }

  receive({ headers }: ReceivedCallback): ReceiverAnswer {
    const entry = this.all[numberIn(headers["Svc-Event-Id"] ?? "")];
    if (entry) entry.posts++;
    return { status: 200, latencyMs: 0 };
  }
}
