import type { Query } from "../address/query.ts";
import { hrefOf, queryOf, type Screen } from "../state/routes.ts";
import { Icon } from "./icon.tsx";

export type PagerProps = {
  screen: Exclude<Screen, "unknown">;
  /** Whose list it is, on a screen of one thing. */
  id?: string;
  query: Query;
  next: string | undefined;
  older?: string;
};

/** A list only links to older pages, so this remembers the way back; after a reload it leads to the newest. */
const newerPages = new Map<string, string>();

/** On to the older ones, and back. The address holds the place, so the browser's own back works too. */
export function Pager({ screen, id = "", query, next, older = "Next" }: PagerProps) {
  const { startingAfter, ...first } = query;
  const hrefAt = (cursor: string) => hrefOf(screen, { id, query: { ...first, startingAfter: cursor } });
  const { startingAfter: olderCursor } = queryOf(screen, next ?? "");
  if (!startingAfter && !olderCursor) return null;
  if (olderCursor && olderCursor !== startingAfter) newerPages.set(hrefAt(olderCursor), startingAfter ?? "");
  const newerCursor = startingAfter && newerPages.get(hrefAt(startingAfter));
  return (
    <nav class="pager" aria-label="Pages">
      <div class="actions">
        {startingAfter && (
          <a class="button" href={hrefAt("")}>
            First page
          </a>
        )}
        {newerCursor && (
          <a class="button" href={hrefAt(newerCursor)}>
            <Icon name="back" />
            Previous
          </a>
        )}
      </div>
      {olderCursor && (
        <a class="button" href={hrefAt(olderCursor)}>
          {older}
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
