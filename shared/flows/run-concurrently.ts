/** Runs the work on each of many things, at most `atOnce` at the same time, so that a server has time for other callers too. */
export async function runConcurrently<T, R>(
  things: readonly T[],
  work: (thing: T) => Promise<R>,
  atOnce = 10,
): Promise<R[]> {
  const outcomes: R[] = [];
  for (let start = 0; start < things.length; start += atOnce) {
    outcomes.push(...(await Promise.all(things.slice(start, start + atOnce).map(work))));
  }
  return outcomes;
}
