type Page<Item> = { data?: Item[]; response: Response };

/**
 * A list that is fetched while it is read: `for await (const item of list)`, or page by page with `.pages()`. Of the
 * next page's address only the query is used, so that an answer cannot redirect the API key.
 */
export class Pages<Item, Query extends object> implements AsyncIterable<Item> {
  readonly #fetchPage: (query: Query) => Promise<Page<Item>>;
  readonly #first: Query;

  constructor(fetchPage: (query: Query) => Promise<Page<Item>>, first: Query) {
    this.#fetchPage = fetchPage;
    this.#first = first;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page;
  }

  async page(): Promise<{
    items: Item[];
    next: URLSearchParams | undefined;
    searchedTo: string | null;
    time: string | null;
  }> {
    const { data = [], response } = await this.#fetchPage(this.#first);
    const next = nextQueryOf(response.headers.get("Link"));
    return {
      items: data,
      next: next === undefined ? undefined : new URLSearchParams(next),
      searchedTo: response.headers.get("Svc-Searched-To"),
      time: response.headers.get("Svc-Time"),
    };
  }

  async *pages(): AsyncGenerator<Item[], void, undefined> {
    const seen = new Set<string>();
    for (let query: Query | undefined = this.#first; query; ) {
      const { data = [], response } = await this.#fetchPage(query);
      yield data;
      const next = nextQueryOf(response.headers.get("Link"));
      // A page that links to an earlier one would never end.
      if (next === undefined || seen.has(next)) return;
      seen.add(next);
      query = { ...this.#first, ...Object.fromEntries(new URLSearchParams(next)) };
    }
  }
}

const nextQueryOf = (link: string | null): string | undefined =>
  /<[^<>?]*\?([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
