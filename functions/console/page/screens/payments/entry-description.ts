import type { ComponentChildren } from "preact";
import type { IconName } from "../../parts/icon.tsx";

/** What the timeline shows of an entry. */
export type EntryDescription = {
  icon: IconName;
  tone: string;
  title: ComponentChildren;
  details?: ComponentChildren;
};
