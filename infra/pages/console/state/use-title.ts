import { useEffect } from "preact/hooks";
import { visible } from "../words/visible.ts";

/** The name of the browser's tab. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${visible(title)} · Console`;
  }, [title]);
