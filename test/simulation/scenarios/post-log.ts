import type { Simulation } from "../world/simulation.ts";

const SECOND_MS = 1_000;
const FIRST_STEP_MS = 30 * SECOND_MS;
const LONGEST_STEP_MS = 11.5 * 3_600_000;
const LONGEST_IN_QUEUE_MS = 15 * 60_000;
/** A parked event waits for its sweep besides, and a sweep's messages are spread over a while. */
const LONGEST_PARKING_MS = 120 * SECOND_MS;
/** So long an attempt waits at most while another event tries an endpoint that hangs. */
const LONGEST_PAUSE_MS = 120 * SECOND_MS;
/** Whole seconds, the gathering of a batch, and a post of ten seconds before the next wait begins. */
const SLACK_MS = 12 * SECOND_MS;

type Told = { arrivedAt: number; posts: number; lastPostAt: number; lastAttempt: number; letters: number };

/** What the merchants' servers heard of each event, and when. */
export class PostLog {
  readonly told = new Map<string, Told>();
  /** From an event's arrival to its first callback. */
  readonly firstPostsMs = new Map<string, number>();
  private readonly simulation: Simulation;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  arrive(eventId: string): void {
    const { now } = this.simulation.clock;
    this.told.set(eventId, { arrivedAt: now, posts: 0, lastPostAt: now, lastAttempt: 0, letters: 0 });
  }

  post(headers: Record<string, string>): void {
    const { now } = this.simulation.clock;
    const eventId = headers["Svc-Event-Id"] ?? "";
    const told = this.told.get(eventId);
    if (!told) {
      this.simulation.violate("41", `${eventId} was never told of, and is posted`);
      return;
    }
    const attempt = Number(headers["Svc-Attempt"]);
    if (attempt <= told.lastAttempt)
      this.simulation.violate("I6", `${eventId} is posted as ${attempt} after ${told.lastAttempt}`);
    if (told.posts > 0) this.checkGap(eventId, [told.lastAttempt, attempt], now - told.lastPostAt);
    else this.firstPostsMs.set(eventId, now - told.arrivedAt);
    told.posts++;
    told.lastAttempt = attempt;
    told.lastPostAt = now;
  }

  letter(body: string): void {
    const { eventId } = JSON.parse(body) as { eventId: string };
    const told = this.told.get(eventId);
    if (told) told.letters++;
  }

  /**
   * The waits from one post to the next: the schedule's, up to a fifth less or more, or what the server asks for, up to
   * twice. Attempts in between were made by other events, to a server that hangs.
   */
  private checkGap(eventId: string, [from, to]: [number, number], gapMs: number): void {
    let least = -SECOND_MS;
    let most = 0;
    for (let attempt = from; attempt < to; attempt++) {
      const step = FIRST_STEP_MS * 4 ** (attempt - 1);
      const wait = Math.min(2 * step, LONGEST_STEP_MS);
      least += Math.min(0.8 * step, LONGEST_STEP_MS);
      most += wait + SLACK_MS + LONGEST_PAUSE_MS + (wait > LONGEST_IN_QUEUE_MS ? LONGEST_PARKING_MS : 0);
    }
    if (gapMs < least || gapMs > most)
      this.simulation.violate("I6", `${eventId} waits ${gapMs} ms from attempt ${from} to ${to}`);
  }
}
