import type { ComponentChildren } from "preact";
import type { IconName } from "../../parts/icon.tsx";

export type EntryDescription = {
  icon: IconName;
  tone: string;
  title: ComponentChildren;
  details?: ComponentChildren;
};
