import type Stripe from "stripe";
import type { JobKind } from "../storage/jobs.ts";
import type { Kind, Kinds, ThinType } from "../storage/kinds.ts";
import type { ObjectTable } from "../storage/objects.ts";
import { recordEvent, recordThinEvent } from "./events.ts";
import type { SentType, Subject } from "./sent-events.ts";
import type { World } from "./world.ts";

/** The account of everything that belongs to no connected account. */
export const PLATFORM = "platform";

/** The request that caused a change; nulls when time or the simulator's controls caused it. */
export type Cause = Stripe.Event.Request;
export const NO_CAUSE: Cause = { id: null, idempotency_key: null };

/** One change in one account at one moment: all that resources need to read, write and tell. */
export type Scope = {
  account: string;
  nowMs: number;
  nowSeconds: number;
  objects: ObjectTable;
  newId(prefix: string): string;
  randomText(length: number): string;
  /** What the next refunds are to become, whatever they are of; taken from the front. */
  nextRefunds: World["nextRefunds"];
  accountsWithoutFunds: World["accountsWithoutFunds"];
  payoutSettings: World["payoutSettings"];
  insert<K extends Kind>(kind: K, object: Kinds[K]): Kinds[K];
  save<T extends { id: string }>(object: T): T;
  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined;
  later(job: JobKind, objectId: string, delayMs: number): void;
  /** Records an event of this account, with the object as it is now and, where it was changed, what it was before. */
  emit<T extends SentType>(type: T, object: Subject<T>): void;
  /** About an account. */
  emitThin(type: ThinType, account: string): void;
  /** The same cause, seen from another account. */
  within(account: string): Scope;
};

type ScopeWorld = Pick<
  World,
  | "store"
  | "clock"
  | "ids"
  | "webhookEndpoints"
  | "disabledEndpoints"
  | "nextRefunds"
  | "accountsWithoutFunds"
  | "payoutSettings"
>;

/** `formers`: objects as they were before this change touched them, whichever account it sees them from. */
export function openScope(
  world: ScopeWorld,
  account: string,
  cause: Cause,
  formers = new Map<string, object>(),
): Scope {
  const { store, ids } = world;
  const nowMs = world.clock.nowMs();
  const nowSeconds = Math.floor(nowMs / 1000);
  const eventAccount = account === PLATFORM ? undefined : account;
  return {
    account,
    nowMs,
    nowSeconds,
    objects: store.objects,
    nextRefunds: world.nextRefunds,
    accountsWithoutFunds: world.accountsWithoutFunds,
    payoutSettings: world.payoutSettings,
    ...ids,
    insert(kind, object) {
      store.objects.insert(kind, account, nowSeconds, object);
      return object;
    },
    save(object) {
      const former = formers.has(object.id) ? undefined : store.objects.findById(object.id);
      if (former) formers.set(object.id, former);
      store.objects.update(object);
      return object;
    },
    find: (kind, id) => store.objects.find(kind, account, id),
    later(job, objectId, delayMs) {
      store.jobs.add(job, objectId, nowMs + delayMs);
    },
    emit(type, object) {
      const former = formers.get("id" in object ? object.id : "");
      const told = { type, object, former, request: cause, createdSeconds: nowSeconds };
      recordEvent(world, account, { ...told, account: eventAccount });
    },
    emitThin(type, about) {
      recordThinEvent(world, type, about);
    },
    within: (other) => openScope(world, other, cause, formers),
  };
}
