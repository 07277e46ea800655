let aheadMs = 0;

/** Learns the service's time from an answer: the browser's own may be wrong, and a demonstration moves the service's. */
export function learnServiceTime(date: string | null): void {
  const ms = Date.parse(date ?? "");
  if (!Number.isNaN(ms)) aheadMs = ms - Date.now();
}

/** What the service takes for now, to the second: every time that the console compares comes from there. */
export const serviceNowMs = (): number => Date.now() + aheadMs;
