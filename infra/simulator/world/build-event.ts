import type Stripe from "stripe";
import type { SentEvents, SentType, Subject } from "./sent-events.ts";

export const API_VERSION = "2026-10-28.endive" satisfies Stripe.LatestApiVersion;

export type Occurrence<T extends SentType> = {
  type: T;
  object: Subject<T>;
  former: object | undefined;
  /** Undefined for the platform's own events. */
  account: string | undefined;
  request: Stripe.Event.Request;
  createdSeconds: number;
};

/** Events that tell of a change say what was there before it; those that tell of a beginning or a new state do not. */
const CHANGES = /[._](updated|captured|refunded|closed|funds_withdrawn|funds_reinstated)$/;
const TELLS_NO_FORMER: SentType = "payment_intent.amount_capturable_updated";

/**
 * The compiler has checked the object against the event's type, but cannot see that the parts make up the whole:
 * hence the cast.
 */
export function buildEvent<T extends SentType>(id: string, happening: Occurrence<T>): SentEvents[T] {
  const { type, object, former, account, request, createdSeconds } = happening;
  const event: Omit<Stripe.EventBase, "data"> & { data: object } = {
    id,
    object: "event",
    ...(account === undefined ? {} : { account }),
    api_version: API_VERSION,
    created: createdSeconds,
    data: { object, ...previousAttributes(type, object, former) },
    livemode: false,
    pending_webhooks: 0,
    request,
    type,
  };
  return event as SentEvents[T];
}

function previousAttributes(type: SentType, object: object, former: object | undefined): object {
  const isChange = CHANGES.test(type) && type !== TELLS_NO_FORMER;
  return isChange && former ? { previous_attributes: differencesFrom(former, object) } : {};
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields in which an object has changed, with their former values. A changed list is there as a whole. */
function differencesFrom(former: object, now: object): Fields {
  const before = former as Fields;
  const after = now as Fields;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [was, is] = [before[name], after[name]];
      if (JSON.stringify(was) === JSON.stringify(is)) return [];
      return [[name, isFields(was) && isFields(is) ? differencesFrom(was, is) : (was ?? null)]];
    }),
  );
}
