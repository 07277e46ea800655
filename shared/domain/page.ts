import { Failure } from "./failure.ts";

export type PageQuery = { limit: number; startingAfter?: string | undefined };

export type Page<T> = {
  items: T[];
  hasMore: boolean;
  /** Where the next page begins: the last one of this page, even where a filter keeps it from being shown. */
  lastId?: string | undefined;
  /** For a list that has cursors of its own. */
  after?: string | undefined;
  /** How far a search that was cut short, or the feed, has looked. */
  searchedTo?: number | undefined;
  /** Of the feed: its reader compares it with the events' times. */
  answeredAt?: number | undefined;
};

/** A file that may be too long for one answer: its parts are joined one after another. */
export type FilePart = {
  name: string;
  text: string;
  /** Where the next part begins; undefined: this is the last one. */
  after?: string | undefined;
  /** Of all parts together. */
  lineCount: number;
  missingDays: string[];
  /** Their statements will be made again. */
  notFinalDays: string[];
};

/** A list cannot begin after what does not exist, or is another merchant's: the caller cannot tell them apart. */
export const unknownCursor = (detail: string, pointer = "/startingAfter"): Failure =>
  new Failure("invalid_request", "The request's query is invalid.", {
    errors: [{ pointer, detail }],
  });
