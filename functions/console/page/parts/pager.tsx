import { type Query, queryText } from "../address/query.ts";
import { hrefOf, queryOf, type Screen } from "../state/routes.ts";
import { Icon } from "./icon.tsx";

type PagerProps = {
  screen: Exclude<Screen, "unknown">;
  query: Query;
  next: string | undefined;
  older?: string;
};

/** A list only links to older pages, so this remembers the way back; after a reload it leads to the newest. */
const newerPages = new Map<string, string>();

/** On to the older ones, and back. The address holds the place, so the browser's own back works too. */
export function Pager({ screen, query, next, older = "Older" }: PagerProps) {
  const { startingAfter, ...first } = query;
  const pageName = (cursor: string) => `${screen}?${queryText(first)} ${cursor}`;
  const { startingAfter: olderCursor } = queryOf(screen, next ?? "");
  if (!startingAfter && !olderCursor) return null;
  if (olderCursor && olderCursor !== startingAfter)
    newerPages.set(pageName(olderCursor), startingAfter ?? "");
  const newerCursor = startingAfter && newerPages.get(pageName(startingAfter));
  return (
    <nav class="pager" aria-label="Pages">
      <div class="actions">
        {startingAfter && (
          <a class="button" href={hrefOf(screen, { query: first })}>
            Newest
          </a>
        )}
        {newerCursor && (
          <a class="button" href={hrefOf(screen, { query: { ...first, startingAfter: newerCursor } })}>
            <Icon name="back" />
            Newer
          </a>
        )}
      </div>
      {olderCursor && (
        <a class="button" href={hrefOf(screen, { query: { ...first, startingAfter: olderCursor } })}>
          {older}
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
