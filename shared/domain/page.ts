/** How much of a list is wanted, and from where. */
export type PageQuery = { limit: number; startingAfter?: string | undefined };

export type Page<T> = { items: T[]; hasMore: boolean };
