import type { Random } from "../access/credential.ts";
import { sha256Hex } from "../id.ts";
import { DAY_MS, LATEST_MS } from "../time.ts";
import { type DeliveryState, EVENT_TTL_SECONDS } from "./event.ts";

/**
 * Long work on a merchant's events.
 *   recover  sends again what is dead or held in a window of time: the merchant asked for it.
 *   release  sends what was held: the endpoint was enabled.
 */
export type EventsWorkKind = "recover" | "release";

export const STATES_OF: Record<EventsWorkKind, readonly DeliveryState[]> = {
  recover: ["dead", "held"],
  release: ["held"],
};

export const WINDOWS_BY = ["receipt", "death"] as const;
type WindowBy = (typeof WINDOWS_BY)[number];

/** `untilMs` is outside. By receipt unless told. Of all endpoints unless one is named. */
export type RecoveryWindow = {
  sinceMs: number;
  untilMs: number;
  by?: WindowBy | undefined;
  endpointId?: string | undefined;
};

/** How far it has come. The API calls all of it a recovery. */
export type EventsProgress = RecoveryWindow & {
  recoveryId: string;
  kind: EventsWorkKind;
  looked: number;
  sent: number;
  /** The place in the list of deliveries to go on from; absent: at the newest. */
  before?: string | undefined;
  /** The endpoints that are left, with a pass for each; the current one first. */
  endpointIds: string[];
  /** When the last event that was sent is due: the next one follows at the pace. */
  pacedUntil?: number | undefined;
};

export const newEventsProgress = (
  work: RecoveryWindow & Pick<EventsProgress, "recoveryId" | "kind" | "endpointIds">,
): EventsProgress => ({ ...work, looked: 0, sent: 0 });

export const isSameWindow = (one: RecoveryWindow, other: RecoveryWindow): boolean =>
  one.sinceMs === other.sinceMs &&
  one.untilMs === other.untilMs &&
  (one.by ?? "receipt") === (other.by ?? "receipt") &&
  one.endpointId === other.endpointId;

/** Includes events that were recorded by a clock ahead of ours. */
export const ALL_TIME: RecoveryWindow = { sinceMs: 0, untilMs: LATEST_MS };

export const ALL_DEAD: RecoveryWindow = { ...ALL_TIME, by: "death" };

export const isAllDead = ({ endpointId: _, ...window }: RecoveryWindow): boolean =>
  isSameWindow(window, ALL_DEAD);

/**
 * A request that was frozen changes no endpoint hours later, and begins no release: its merchant may have changed the
 * endpoint since.
 */
export const LONGEST_CHANGE_MS = 25_000;

/** After the start of a release: longer than the call that is about to enable the endpoint may take. */
export const ENABLED_BY_THEN_MS = 30_000;

/** A merchant with a longer outage asks again for the rest. */
export const MAX_WINDOW_MS = 31 * DAY_MS;

const ID_BYTES = 16;

export const newRecoveryId = (random: Random): string =>
  `rcv_${Buffer.from(random(ID_BYTES)).toString("hex")}`;

/** Enabling reuses one id, so that it can be followed across restarts. */
export const standingRecoveryId = (merchantId: string, kind: EventsWorkKind): string =>
  `rcv_${sha256Hex(`${kind}\n${merchantId}`).slice(0, 2 * ID_BYTES)}`;

/** As long as the events that it was about. */
export const RECOVERY_TTL_SECONDS = EVENT_TTL_SECONDS;
