/** Seeds that once showed a violation, with what it was. Every run repeats them. */
export const REMEMBERED_SEEDS: readonly { seed: number; showed: string }[] = [];
