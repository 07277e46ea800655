export type PlantedBug = { name: string; file: string; was: string; becomes: string };

/** One-line faults that would matter. The simulation must find each of them, or it could find none. */
export const PLANTED_BUGS: readonly PlantedBug[] = [];
