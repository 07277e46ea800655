import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { serviceNowMs, whenServiceReaches } from "../api/service-clock.ts";
import type { Right, Scope, Session } from "../api/types.ts";

/** undefined while a reloaded page still asks who it is. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Whether a right has not ended yet. The screen changes when it ends. */
export function useMay(right: Right, scope?: Scope): boolean {
  const session = useContext(SessionContext);
  const end = session?.may[right];
  const [, setEnded] = useState<string>();
  useEffect(
    () => (end ? whenServiceReaches(Date.parse(end), () => setEnded(end), document) : undefined),
    [end],
  );
  if (!session || !end || Date.parse(end) <= serviceNowMs()) return false;
  // What the key that made the session must not do, the session must not do either.
  return scope === undefined || session.scopes.includes(scope);
}
