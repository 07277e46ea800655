import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The invocation that the code runs in: how much time it has left. It travels beside the calls instead
 * of through every signature, because only the two ends care: the HTTP client of the processor, which must not send what
 * cannot be carried to its end, and the wrapper, which answers a timeout.
 */
type Invocation = {
  remainingMs: () => number;
  /** How much time is left of the invocation when its calls to the processor must have ended. */
  processorEndsAtMs?: number;
};

const current = new AsyncLocalStorage<Invocation>();

export const runInvocation = <T>(remainingMs: () => number, work: () => T): T =>
  current.run({ remainingMs }, work);

/** Outside of an invocation (an operator's command) there is no hurry. */
export const remainingMs = (): number => current.getStore()?.remainingMs() ?? Number.POSITIVE_INFINITY;

/**
 * From here on all calls of this invocation to the processor have so much time together. A call that has not been
 * answered by then is cut off, so that nothing goes on after the invocation's answer.
 */
export function limitProcessorTime(milliseconds: number): void {
  const invocation = current.getStore();
  if (invocation) invocation.processorEndsAtMs = invocation.remainingMs() - milliseconds;
}

export const processorTimeLeftMs = (): number =>
  remainingMs() - (current.getStore()?.processorEndsAtMs ?? Number.NEGATIVE_INFINITY);

/** A timer may fire a few milliseconds before the clock says so: so little is left only where a call was cut off. */
const TIMER_EARLY_MS = 20;

export const isProcessorTimeUsedUp = (): boolean => processorTimeLeftMs() <= TIMER_EARLY_MS;

/** Too little for one more page, event or message: it would be cut off in the middle. */
const RESERVE_MS = 30_000;

export const isTimeUsedUp = (): boolean => remainingMs() < RESERVE_MS;
