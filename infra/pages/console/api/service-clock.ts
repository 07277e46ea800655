let aheadMs = 0;

const watchers = new Set<() => void>();

/** Learns the service's time from an answer: the browser's own may be wrong, and a demonstration moves the service's. */
export function learnServiceTime(date: string | null): void {
  const ms = Date.parse(date ?? "");
  if (Number.isNaN(ms)) return;
  aheadMs = ms - Date.now();
  for (const look of watchers) look();
}

/** What the service takes for now, to the second: every time that the console compares comes from there. */
export const serviceNowMs = (): number => Date.now() + aheadMs;

/**
 * Acts once when the service's clock has come so far. A timer alone would not do: it stands still while the machine
 * sleeps, and knows of no clock but the browser's. So it is set anew with every answer that tells the time, and when the
 * tab is looked at again. The answer cancels it.
 */
export function whenServiceReaches(atMs: number, act: () => void, document: EventTarget): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    clearTimeout(timer);
    watchers.delete(look);
    document.removeEventListener("visibilitychange", look);
  };
  const look = (): void => {
    clearTimeout(timer);
    const leftMs = atMs - serviceNowMs();
    if (leftMs > 0) {
      timer = setTimeout(look, leftMs);
      return;
    }
    cancel();
    act();
  };
  watchers.add(look);
  document.addEventListener("visibilitychange", look);
  look();
  return cancel;
}
