import { useEffect, useState } from "preact/hooks";
import { serviceNowMs } from "../api/service-clock.ts";
import { useEvent } from "./use-event.ts";

/** Nothing is asked for more often, and after a while of silence less and less. */
export const SHORTEST_MS = 2_500;
const LONGEST_MS = 60_000;
const SLOWER = 1.3;

export const slowerMs = (pauseMs: number): number => pauseMs * SLOWER;

/** When to look again: after the pause, or when something is due, but within the minute. */
export const nextLookMs = (pauseMs: number, dueMs: number): number =>
  Math.min(LONGEST_MS, Math.max(pauseMs, dueMs));

/**
 * Asks again while something is under way and the tab is looked at. `state` is what was seen last: while it stays the
 * same the pauses grow. `until`: when the next attempt is to be made. Where something has just changed an attempt may be
 * under way already, so that time is not waited for before one more look.
 */
export function useLive(isPending: boolean, state: unknown, reload: () => void, until?: string | null): void {
  const [{ seen, pauseMs }, setPace] = useState({ seen: state, pauseMs: SHORTEST_MS });
  const isVisible = useVisible();
  useEffect(() => {
    if (!isPending || !isVisible) return;
    const hasChanged = seen !== state;
    const pause = hasChanged ? SHORTEST_MS : pauseMs;
    const dueMs = until && !hasChanged ? Date.parse(until) - serviceNowMs() : 0;
    const timer = setTimeout(
      () => {
        setPace({ seen: state, pauseMs: slowerMs(pause) });
        reload();
      },
      nextLookMs(pause, dueMs),
    );
    return () => clearTimeout(timer);
  }, [isPending, isVisible, seen, pauseMs, state, until, reload]);
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEvent(document, "visibilitychange", () => setVisible(!document.hidden));
  return isVisible;
}
