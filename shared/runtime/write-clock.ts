/**
 * The time at which the ledger writes, read at the write itself. Elsewhere time enters at the edge and is passed in; but
 * a request's own time may be seconds old by the time it writes, and two things tell merchants an order by the write: a
 * payment's public version, and an event's place in the feed.
 */
export const writeTimeMs = (): number => Date.now();
