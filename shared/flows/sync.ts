import { Failure } from "../domain/failure.ts";

/** Each conflict means that another call wrote first, or that our write came too late. Ten in a row would be a storm. */
const MAX_ROUNDS = 10;

/** V is a record at the version that was read, F what the processor says of it. */
export type SyncSteps<V, F> = {
  /** What the processor says now. */
  fetch: (current: V) => Promise<F>;
  /** Writes the answer onto the version that was read before fetching; undefined: that version is gone. */
  write: (current: V, facts: F) => Promise<V | undefined>;
  readAgain: () => Promise<V | undefined>;
  /** What the caller hears after too many conflicts. */
  tooFast: string;
};

/** The record as it was written, and what was written. */
export type Synced<V, F> = { record: V; facts: F };

/**
 * Read the version → fetch what the processor says → write on that version. `read` is the version; `known` is an answer that was
 * asked for after `read` was read (a capture's own answer, for one). After a conflict all three steps are done again:
 * the answer in hand may be older than what another request has written meanwhile.
 *
 * The answer is written even when it changes nothing: only a new version rejects a slower request that holds an older
 * answer.
 */
export async function sync<V, F>(
  read: V,
  { fetch, write, readAgain, tooFast }: SyncSteps<V, F>,
  known?: F,
): Promise<Synced<V, F>> {
  let current = read;
  let facts = known ?? (await fetch(current));
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const record = await write(current, facts);
    if (record) return { record, facts };
    const newer = await readAgain();
    if (!newer) throw new Error("A record disappeared from the ledger.");
    current = newer;
    facts = await fetch(current);
  }
  throw new Failure("service_unavailable", tooFast, { retryAfterSeconds: 1 });
}
