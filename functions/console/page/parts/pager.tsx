import type { Query } from "../address/query.ts";
import { hrefOf, queryOf, type Screen } from "../state/routes.ts";
import { Icon } from "./icon.tsx";

type PagerProps = { screen: Exclude<Screen, "unknown">; query: Query; next: string | undefined };

/** On to the older ones, or back to the newest. The address holds the place, so the browser's own back works too. */
export function Pager({ screen, query, next }: PagerProps) {
  const { startingAfter, ...first } = query;
  const { startingAfter: older } = queryOf(screen, next ?? "");
  if (!startingAfter && !older) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {startingAfter ? (
        <a class="button" href={hrefOf(screen, { query: first })}>
          <Icon name="back" />
          Newest
        </a>
      ) : (
        <span />
      )}
      {older && (
        <a class="button" href={hrefOf(screen, { query: { ...first, startingAfter: older } })}>
          Older
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
