import { sweep } from "../shared/flows/recovery/sweep.ts";
import { scheduled } from "../shared/lambda/background.ts";
import { callbackQueueConfig, openWorkQueueConfig } from "../shared/runtime/config.ts";

/** Ten seconds before its end it stops between two pages; the next sweep goes on a minute later. */
const RESERVE_MS = 10_000;

export const handler = scheduled(
  "sweep",
  async ({ now, remainingMs }) => {
    const { failedShards } = await sweep({ now, endsAt: now() + remainingMs() - RESERVE_MS });
    if (failedShards > 0) throw new Error("A part of the due list could not be swept.");
  },
  [callbackQueueConfig, openWorkQueueConfig],
);
