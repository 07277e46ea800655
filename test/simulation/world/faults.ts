import type { Chance } from "./chance.ts";

/** Everything that can go wrong on purpose. Each seed draws which of them exist in it, and how often. */
export const FAULT_KINDS = [
  "ledger-lost",
  "ledger-reply-lost",
  "ledger-slow",
  "ledger-throttled",
  "ledger-burst",
  "processor-lost",
  "processor-reply-lost",
  "processor-slow",
  "processor-late",
  "processor-reset",
  "processor-500",
  "processor-500-applied",
  "processor-500-late",
  "processor-429",
  "processor-key-in-use",
  "processor-key-conflict",
  "processor-turned-away",
  "dashboard-cancel",
  "queue-lost",
  "queue-reply-lost",
  "queue-duplicate",
  "queue-delete-lost",
  "secrets-lost",
  "crash",
  "freeze",
  "client-request-lost",
  "client-reply-lost",
  "client-request-twice",
  "client-timeout",
  "webhook-twice",
  "webhook-late",
  "webhook-reply-lost",
  "webhook-strange",
  "webhooks-off",
  "index-lag",
  "clock-skew",
  "receiver-down",
  "receiver-recovers",
  "receiver-slow",
  "receiver-reply-lost",
  "sweeps-off",
  "deauthorized",
  "time-to-live",
  "dashboard-refund",
  "queue-down",
  "processor-403",
  "processor-no-error",
  "other-authorization",
  "forged-intent",
  "refund-fails",
  "metadata-edited",
  "search-lag",
  "crowd",
  "key-forgotten",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export type Faults = {
  /** Whether this fault happens here and now. `share`: of the times that it otherwise would. */
  strikes: (kind: FaultKind, share?: number) => boolean;
  exists: (kind: FaultKind) => boolean;
  existing: FaultKind[];
  injected: Map<FaultKind, number>;
  /** How many strikes there were. Each has a number, by which it can be left out. */
  count: () => number;
  stop: () => void;
  areOver: () => boolean;
};

const RATES = [0.01, 0.03, 0.1, 0.25];
/** However many of its occasions a kind takes, one in two is left: what never succeeds shows nothing more. */
const MOST_OFTEN = 0.5;

/** How often a kind exists, beside the others. Pulls and statements cost as much as ten orders. */
const SHARES: Partial<Record<FaultKind, number>> = {
  "webhooks-off": 0.35,
  "metadata-edited": 0.35,
  crowd: 0.35,
};

/** Most kinds are absent in most seeds: with all of them always, each hides what the others would show. */
export function drawFaults(
  swarm: Chance,
  chance: Chance,
  { without, spared }: { without: ReadonlySet<FaultKind>; spared: ReadonlySet<number> },
): Faults {
  const share = swarm.oneOf([0, 0.1, 0.25, 0.5]);
  const rates = new Map<FaultKind, number>();
  for (const kind of FAULT_KINDS) {
    const exists = swarm.happens(share * (SHARES[kind] ?? 1));
    const rate = swarm.oneOf(RATES);
    if (exists && !without.has(kind)) rates.set(kind, rate);
  }
  const injected = new Map<FaultKind, number>();
  let isOver = false;
  let strikes = 0;
  return {
    strikes: (kind, share = 1) => {
      const rate = rates.get(kind);
      if (rate === undefined || isOver || !chance.happens(Math.min(rate * share, MOST_OFTEN))) return false;
      if (spared.has(++strikes)) return false;
      injected.set(kind, (injected.get(kind) ?? 0) + 1);
      return true;
    },
    exists: (kind) => rates.has(kind),
    existing: [...rates.keys()],
    injected,
    count: () => strikes,
    stop: () => {
      isOver = true;
    },
    areOver: () => isOver,
  };
}
