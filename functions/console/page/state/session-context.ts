import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Session } from "../api/types.ts";

/** undefined while a reloaded page still asks who it is. */
export const SessionContext = createContext<Session | undefined>(undefined);

export const useMayManage = (): boolean => useContext(SessionContext)?.access === "manage";
