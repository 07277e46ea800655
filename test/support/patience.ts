/** How long a test waits for what must come: a busy machine is slow, and that is no reason to fail. */
export const PATIENCE_MS = 60_000;
