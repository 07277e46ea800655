/** How much of a list is wanted, and from where. */
export type PageQuery = { limit: number; startingAfter?: string | undefined };

export type Page<T> = {
  items: T[];
  hasMore: boolean;
  /** Where the next page begins: the last one of this page, even where a filter keeps it from being shown. */
  lastId?: string | undefined;
};
