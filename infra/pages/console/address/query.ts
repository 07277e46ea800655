/** What stands behind the ? of an address of the page, or of a call. */
export type Query = Readonly<Record<string, string>>;

export const queryText = (query: Query): string =>
  new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
