import { noSuchObject } from "../http/api-error.ts";
import type { Kind, Kinds } from "../storage/kinds.ts";
import { PLATFORM, type Scope } from "../world/scope.ts";
import type { Call } from "./define-route.ts";

export function findNamed<K extends Kind>(call: Call, kind: K): Kinds[K] {
  return findOwn(call, kind, call.id);
}

export function findOwn<K extends Kind>(scope: Scope, kind: K, id: string): Kinds[K] {
  const found = scope.find(kind, id);
  if (!found) throw noSuchObject(kind, id);
  return found;
}

export function ownAccount(scope: Scope): Kinds["account"] | undefined {
  return scope.within(PLATFORM).find("account", scope.account);
}
