import { ClientRequest } from "node:http";
import { onTestFinished, vi } from "vitest";

/**
 * Ends the deadlines of this process's own HTTP clients sooner, for the rest of the test: what they ask for, divided.
 * Answers what they asked for, in milliseconds, as it comes; a test compares it with the time that is promised.
 */
export const shortenDeadlines = (divisor: number): number[] => scaleDeadlines(1 / divisor);

let areWaiting = false;

/**
 * Ends them later, because a slow machine must not end what the test wants to last. For the rest of the test, however
 * often it is asked for. The functions' own time stays as it is.
 */
export function keepClientsWaiting(): void {
  if (areWaiting) return;
  areWaiting = true;
  scaleDeadlines(10);
  onTestFinished(() => {
    areWaiting = false;
  });
}

/** Leaves them as they are, and answers what they asked for: how long a call took depends on the machine. */
export const watchDeadlines = (): number[] => scaleDeadlines(1);

function scaleDeadlines(factor: number): number[] {
  const asked: number[] = [];
  const scale = (milliseconds: number) => {
    asked.push(milliseconds);
    return milliseconds * factor;
  };
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const signals = vi
    .spyOn(AbortSignal, "timeout")
    .mockImplementation((milliseconds) => timeout(scale(milliseconds)));
  const setTimeout = ClientRequest.prototype.setTimeout;
  const requests = vi.spyOn(ClientRequest.prototype, "setTimeout").mockImplementation(function (
    this: ClientRequest,
    milliseconds,
    callback,
  ) {
    return setTimeout.call(this, scale(milliseconds), callback);
  });
  onTestFinished(() => {
    signals.mockRestore();
    requests.mockRestore();
  });
  return asked;
}
