/** Does something with each of many things, so many at once, so that a server has time for its other callers too. */
export async function workSideBySide<T, R>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const outcomes: R[] = [];
  for (let start = 0; start < things.length; start += atOnce) {
    outcomes.push(...(await Promise.all(things.slice(start, start + atOnce).map(work))));
  }
  return outcomes;
}
