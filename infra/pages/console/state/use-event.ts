import { useLayoutEffect, useRef } from "preact/hooks";

/** Listens at once, and not after the first paint: an event in between would be missed. */
export function useEvent(target: EventTarget, name: string, act: (event: Event) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useLayoutEffect(() => {
    const listener = (event: Event) => latest.current(event);
    target.addEventListener(name, listener);
    return () => target.removeEventListener(name, listener);
  }, [target, name]);
}
