import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { serviceNowMs, whenServiceReaches } from "../api/service-clock.ts";
import type { Right, Scope, Session } from "../api/types.ts";

/** undefined while a reloaded page still asks who it is. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Whether a right has not ended yet. What is shown changes when it ends. */
export function useIsAhead(end: string | null | undefined): boolean {
  const [, setEnded] = useState<string>();
  useEffect(
    () => (end ? whenServiceReaches(Date.parse(end), () => setEnded(end), document) : undefined),
    [end],
  );
  return !!end && Date.parse(end) > serviceNowMs();
}

export function useMay(right: Right, scope?: Scope): boolean {
  const session = useContext(SessionContext);
  const isAhead = useIsAhead(session?.may[right]);
  // What the key that made the session must not do, the session must not do either.
  return isAhead && (!scope || !!session?.scopes.includes(scope));
}
