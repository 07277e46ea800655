import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Scope, Session } from "../api/types.ts";

/** undefined while a reloaded page still asks who it is. */
export const SessionContext = createContext<Session | undefined>(undefined);

export const useMayManage = (): boolean => useContext(SessionContext)?.access === "manage";

/** The access, and the scope of the key that made the session: both are needed for whatever changes something. */
export function useMay(access: Session["access"], scope: Scope): boolean {
  const session = useContext(SessionContext);
  return session?.access === access && session.scopes.includes(scope);
}
