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
    for await (const { data = [] } of linked(this.#fetchPage, this.#first)) yield data;
  }
}

/** Page after page, or part after part, as the Link header leads. */
async function* linked<Answer extends { response: Response }, Query extends object>(
  fetchOne: (query: Query) => Promise<Answer>,
  first: Query,
): AsyncGenerator<Answer, void, undefined> {
  const seen = new Set<string>();
  for (let query: Query | undefined = first; query; ) {
    const answer = await fetchOne(query);
    yield answer;
    const next = nextQueryOf(answer.response.headers.get("Link"));
    // A page that links to an earlier one would never end.
    if (next === undefined || seen.has(next)) return;
    seen.add(next);
    query = { ...first, ...Object.fromEntries(new URLSearchParams(next)) };
  }
}

export type FilePart = {
  text: string;
  /** How many lines all parts have together. */
  lineCount: number;
  /** Days that are not in the file, such as 2026-07-03, 2026-07-05/2026-07-07; undefined: all are. */
  missingDays: string | undefined;
  /** Days in the file that may change yet. */
  notFinalDays: string | undefined;
};

/**
 * A file of any length, fetched part by part while it is read: `for await (const text of file)`. The texts joined are the
 * file. Memory holds one part. `.parts()` also says how long the file is, and which days are missing from it.
 */
export class FileParts<Query extends object> implements AsyncIterable<string> {
  readonly #fetchPart: (query: Query) => Promise<{ data?: string; response: Response }>;
  readonly #first: Query;

  constructor(fetchPart: (query: Query) => Promise<{ data?: string; response: Response }>, first: Query) {
    this.#fetchPart = fetchPart;
    this.#first = first;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    for await (const { text } of this.parts()) yield text;
  }

  async *parts(): AsyncGenerator<FilePart, void, undefined> {
    for await (const { data = "", response } of linked(this.#fetchPart, this.#first)) {
      const header = (name: string) => response.headers.get(name) ?? undefined;
      yield {
        text: data,
        lineCount: Number(header("Svc-Line-Count")),
        missingDays: header("Svc-Missing-Days"),
        notFinalDays: header("Svc-Not-Final-Days"),
      };
    }
  }
}

const nextQueryOf = (link: string | null): string | undefined =>
  /<[^<>?]*\?([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
