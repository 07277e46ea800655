export type Clock = ReturnType<typeof createClock>;

/** Two times: the simulated one, by which everything happens, and the outside's, which signatures carry. */
export function createClock(outsideNowMs: () => number) {
  return { nowMs: outsideNowMs, outsideNowMs };
}
