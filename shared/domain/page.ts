import { Failure } from "./failure.ts";

/** How much of a list is wanted, and from where. */
export type PageQuery = { limit: number; startingAfter?: string | undefined };

export type Page<T> = {
  items: T[];
  hasMore: boolean;
  /** Where the next page begins: the last one of this page, even where a filter keeps it from being shown. */
  lastId?: string | undefined;
  /** The same for a list that has cursors of its own. */
  after?: string | undefined;
  /** Where a search was cut short before its page was full, and of the feed: how far it has looked. */
  searchedTo?: number | undefined;
  /** Of the feed: the service's time, which its reader compares with the events'. */
  answeredAt?: number | undefined;
};

/** A list cannot begin after what does not exist, or is another merchant's: the caller cannot tell them apart. */
export const unknownCursor = (detail: string, pointer = "/startingAfter"): Failure =>
  new Failure("invalid_request", "The request's query is invalid.", {
    errors: [{ pointer, detail }],
  });
