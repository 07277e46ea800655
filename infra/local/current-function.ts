import { AsyncLocalStorage } from "node:async_hooks";

/** Which function is running. On Lambda each has a process, and a role, of its own; here they share one. */
export const currentFunction = new AsyncLocalStorage<string>();
