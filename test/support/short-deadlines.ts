import { ClientRequest } from "node:http";
import { onTestFinished, vi } from "vitest";

/**
 * Ends the deadlines of this process's own HTTP clients sooner, for the rest of the test: what they ask for, divided.
 * Answers what they asked for, in milliseconds, as it comes; a test compares it with the time that is promised.
 */
export function shortenDeadlines(divisor: number): number[] {
  const asked: number[] = [];
  const shorten = (milliseconds: number) => {
    asked.push(milliseconds);
    return milliseconds / divisor;
  };
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const signals = vi
    .spyOn(AbortSignal, "timeout")
    .mockImplementation((milliseconds) => timeout(shorten(milliseconds)));
  const setTimeout = ClientRequest.prototype.setTimeout;
  const requests = vi.spyOn(ClientRequest.prototype, "setTimeout").mockImplementation(function (
    this: ClientRequest,
    milliseconds,
    callback,
  ) {
    return setTimeout.call(this, shorten(milliseconds), callback);
  });
  onTestFinished(() => {
    signals.mockRestore();
    requests.mockRestore();
  });
  return asked;
}
