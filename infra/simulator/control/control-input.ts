import { noSuchObject } from "../http/api-error.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { findAccount } from "../resources/account-state.ts";
import type { Kind, Kinds } from "../storage/kinds.ts";
import { NO_CAUSE, openScope, type Scope } from "../world/scope.ts";
import type { World } from "../world/world.ts";

export type Control = (world: World, input: { id: string; request: ReceivedRequest }) => object;

export function connectedAccount(world: World, id: string): Kinds["account"] {
  const account = findAccount(world, id);
  if (!account) throw noSuchObject("account", id);
  return account;
}

export function findAnywhere<K extends Kind>(world: World, kind: K, id: string) {
  const found = world.store.objects.findAnywhere(kind, id);
  if (!found) throw noSuchObject(kind, id);
  return found;
}

/** Without a request of the API. */
export function over<K extends Kind>(
  kind: K,
  happen: (scope: Scope, object: Kinds[K], body: string) => object,
): Control {
  return (world, { id, request }) => {
    const { account, object } = findAnywhere(world, kind, id);
    return happen(openScope(world, account, NO_CAUSE), object, request.body);
  };
}
