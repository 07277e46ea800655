import { RECOVERY_ID } from "../id-forms.ts";
import type { DeliveryState } from "./event.ts";

/**
 * What a job does with a merchant's events.
 *   recover  sends again what is dead or held in a window of time: the merchant asked for it.
 *   release  sends what was held: the endpoint was enabled.
 *   hold     holds what is on its way: the endpoint was disabled, and nothing should wait for attempts in vain.
 */
export type RecoveryKind = "recover" | "release" | "hold";

/** Which events each of them is about. */
export const STATES_OF: Record<RecoveryKind, readonly DeliveryState[]> = {
  recover: ["dead", "held"],
  release: ["held"],
  hold: ["pending"],
};

export type RecoveryState = "running" | "done";

/** `untilMs` is outside. */
export type RecoveryWindow = { sinceMs: number; untilMs: number };

/** Every event there is, also one that was recorded by a clock ahead of ours. */
export const ALL_TIME: RecoveryWindow = { sinceMs: 0, untilMs: 9_999_999_999_999 };

/** Longer outages exist; a merchant that had one asks again for the rest. */
export const MAX_WINDOW_MS = 31 * 86_400_000;

export const isRecoveryId = (text: string): boolean => RECOVERY_ID.test(text);

const ID_BYTES = 16;

export const newRecoveryId = (random: (size: number) => Uint8Array): string =>
  `rcv_${Buffer.from(random(ID_BYTES)).toString("hex")}`;

/** How long one can be looked up; as long as the events that it was about. */
export const RECOVERY_TTL_SECONDS = 90 * 86_400;
