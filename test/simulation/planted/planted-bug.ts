import type { ScenarioNumber } from "../options.ts";
import type { Place } from "./place.ts";

export type PlantedBug = Place & {
  name: string;
  becomes: string;
  /** The invariants that it must break to count as found. Absent: it was planted before they were asked for. */
  shows?: readonly string[];
  /** It takes more events than a seed has: a scenario finds it. */
  scenario?: ScenarioNumber;
};

export const bug = (name: string, file: string, change: Omit<PlantedBug, "name" | "file">): PlantedBug => ({
  name,
  file,
  ...change,
});
