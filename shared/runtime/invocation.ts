import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/**
 * The invocation that the code runs in: how much time it has left. It travels beside the calls instead
 * of through every signature, because only the two ends care: the HTTP client of the processor, which must not send what
 * cannot be carried to its end, and the wrapper, which answers a timeout.
 */
type Invocation = {
  remainingMs: () => number;
  /** How much time is left of the invocation when its calls to the processor must have ended. */
  processorEndsAtMs?: number;
  /** Cuts off what is sent to queues. */
  queueSignal?: AbortSignal;
};

const current = new AsyncLocalStorage<Invocation>();

export const runInvocation = <T>(remainingMs: () => number, work: () => T): T =>
  current.run({ remainingMs }, work);

/** Outside of an invocation (an operator's command) there is no hurry. */
export const remainingMs = (): number => current.getStore()?.remainingMs() ?? Number.POSITIVE_INFINITY;

/** So long a call to the processor may take: well below the function's 25 s, so that time is left for what follows. */
export const CALL_MS = 8_000;

/** The ledger's write after a call (three tries of 1.5 s), and the answer. */
const WRITE_AND_ANSWER_MS = 6_000;

/** With less time left no call is sent. */
export const hasTimeForCall = (): boolean => remainingMs() >= CALL_MS + WRITE_AND_ANSWER_MS;

/**
 * From here on all calls of this invocation to the processor have so much time together. A call that has not been
 * answered by then is cut off, so that nothing goes on after the invocation's answer.
 */
export function limitProcessorTime(milliseconds: number): void {
  const invocation = current.getStore();
  if (invocation) invocation.processorEndsAtMs = invocation.remainingMs() - milliseconds;
}

const processorTimeLeftMs = (): number =>
  remainingMs() - (current.getStore()?.processorEndsAtMs ?? Number.NEGATIVE_INFINITY);

/** What `work` sends to queues has so much time in all, and is cut off then. */
export const limitQueueTime = <T>(milliseconds: number, work: () => T): T =>
  current.run({ remainingMs, ...current.getStore(), queueSignal: AbortSignal.timeout(milliseconds) }, work);

export const queueSignal = (): AbortSignal | undefined => current.getStore()?.queueSignal;

/** A timer may fire a few milliseconds before the clock says so: so little is left only where a call was cut off. */
const TIMER_EARLY_MS = 20;

export const isProcessorTimeUsedUp = (): boolean => processorTimeLeftMs() <= TIMER_EARLY_MS;

/** How long a call to the processor that is sent now may take. 0: none may be sent. */
export const callTimeMs = (): number =>
  hasTimeForCall() && !isProcessorTimeUsedUp() ? processorTimeLeftMs() : 0;

/** Too little for one more page, event or message: it would be cut off in the middle. */
const RESERVE_MS = 30_000;

export const isTimeUsedUp = (): boolean => remainingMs() < RESERVE_MS;

/**
 * The time at which the ledger writes, read at the write itself. Elsewhere time enters at the edge and is passed in; but
 * a request's own time may be seconds old by the time it writes, and two things tell merchants an order by the write: a
 * payment's public version, and an event's place in the feed.
 */
export const writeTimeMs = (): number => Date.now();

/**
 * The time that signatures carry, and by which they are checked: the wall clock's. A stack that moves the functions' time
 * moves Date.now alone; a new Date still has the machine's, and with another one every receiver would reject.
 */
// biome-ignore lint/complexity/useDateNow: Date.now may be moved, as said above.
export const signatureClock = { nowMs: (): number => new Date().getTime() };

export const signatureSeconds = (): number => Math.floor(signatureClock.nowMs() / 1000);

/**
 * What a warm function remembers from one invocation to the next. On Lambda a process belongs to one function, and so
 * does this. A program that runs several functions in one process says here whose memory is meant: otherwise one
 * function would find what another has read, and hide a read that it must be able, and allowed, to make itself.
 */
export type WarmMemory = Map<string, Map<unknown, unknown>>;

const own = new Map<string, Map<unknown, unknown>>();

export const warmMemory = { here: (): WarmMemory => own };

/** A map of the function that runs now. Names are those of the things in it, and no two maps have the same. */
export const warmMap =
  <K, V>(name: string) =>
  (): Map<K, V> => {
    const memory = warmMemory.here();
    const known = memory.get(name) ?? new Map();
    memory.set(name, known);
    return known as Map<K, V>;
  };

/** A call recognizes its own writes by it. Short, because it is stored with each write. */
export const newToken = (): string =>
  Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
