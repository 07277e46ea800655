import { Failure, isFailure, processorSays } from "../domain/failure.ts";
import type { Once } from "../domain/id.ts";

/** How long a key that replaces a stuck one is used. */
const SECOND_KEY_MS = 60_000;

export type MakingSteps<T> = {
  make: (processorKey: string) => Promise<T>;
  find: () => Promise<T | undefined>;
};

/**
 * Makes what only the processor stores: its key makes it once. But a 500 is saved and repeated for a day, so after
 * one we look, and if nothing was made ask under another key. Should both be made, no money is lost, and the merchant
 * sees it in its list.
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
