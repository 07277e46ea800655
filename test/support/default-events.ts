import { EVENT_NAMES, isChosen } from "../../shared/domain/events/event-types.ts";

/** What merchants are told of unless they choose. */
export const DEFAULT_EVENTS = EVENT_NAMES.filter((type) => isChosen(type, {}));
