import type { Schemas } from "../../api/types.ts";

type Chosen = Pick<Schemas["CallbackEndpoint"], "url" | "events" | "payload">;

/**
 * Whether the endpoint still is what was shown. Storing what an old page knows would undo what a colleague or the
 * merchant's backend has chosen since.
 */
export const isSameEndpoint = (shown: Chosen, now: Chosen): boolean => textOf(shown) === textOf(now);

/** Choices have no order. */
const textOf = ({ url, events, payload }: Chosen): string =>
  JSON.stringify([url, events && [...events].sort(), payload]);
