import { Failure, isFailure, processorSays } from "../domain/failure.ts";
import type { Once } from "../domain/id.ts";

/** How long a key that takes the place of a stuck one is used: then a retry gets another. */
const SECOND_KEY_MS = 60_000;

export type MakingSteps<T> = {
  make: (processorKey: string) => Promise<T>;
  /** Looks for what an earlier request under the caller's key made. */
  find: () => Promise<T | undefined>;
};

/**
 * Makes what only the processor keeps: there is no record of ours, its key remembers for us. But a 500 is remembered
 * too, and repeated for a day, so after one we look, and where nothing was made ask under another key. Nothing is lost
 * should both be made after all: it costs no money, and the merchant sees it in its list.
 */
export async function makeOnce<T>(
  { processorKey, isCallersKey, at }: Once,
  steps: MakingSteps<T>,
): Promise<T> {
  try {
    return await steps.make(processorKey);
  } catch (error) {
    if (!isFailure(error, "processor_unavailable")) throw error;
    if (processorSays(error) === "key_in_use") throw inProgress(error);
    if (!isCallersKey || processorSays(error) !== "saved_error") throw error;
    return (await steps.find()) ?? steps.make(`${processorKey}.${Math.floor(at / SECOND_KEY_MS)}`);
  }
}

const inProgress = (cause: Failure): Failure =>
  new Failure("in_progress", "The same request is still running. Retry after Retry-After.", {
    retryAfterSeconds: 1,
    cause,
  });
