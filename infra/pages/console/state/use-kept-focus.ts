import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/**
 * What has the focus may leave the page or be hidden for a moment: a "Next" while its page is awaited, a form that was sent,
 * a button that is not needed any more. Then it gets the focus back, or what it stood in does, and nothing scrolls.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = place.current;
    if (!root) return;
    let trail: HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      trail = [];
      for (let node = target as HTMLElement | null; node && node !== root; node = node.parentElement)
        trail.push(node);
    };
    const mend = () => {
      if (document.activeElement !== document.body || trail.length === 0) return;
      const heir = trail.find((node) => node.isConnected) ?? root;
      if (heir !== trail[0] && !heir.hasAttribute("tabindex")) heir.tabIndex = -1;
      heir.focus({ preventScroll: true });
    };
    // Who clicks beside everything wants no focus back.
    const forget = () => {
      trail = [];
    };
    const observer = new MutationObserver(mend);
    observer.observe(root, { childList: true, subtree: true });
    root.addEventListener("focusin", remember);
    root.addEventListener("pointerdown", forget);
    return () => {
      observer.disconnect();
      root.removeEventListener("focusin", remember);
      root.removeEventListener("pointerdown", forget);
    };
  }, [place]);
}
