import type { ComponentChildren } from "preact";
import { type Query, queryText } from "../address/query.ts";
import type { Answer } from "../api/call.ts";
import { useFetched } from "../state/use-fetched.ts";
import { Loaded } from "./loaded.tsx";
import { Pager } from "./pager.tsx";
import { Screen } from "./screen.tsx";

type ListScreenProps<Row> = {
  screen: "payouts" | "statements" | "disputes";
  title: string;
  lead: ComponentChildren;
  actions?: ComponentChildren;
  query: Query;
  load: (query: Query, signal: AbortSignal) => Promise<Answer<Row[]>>;
  /** Instead of a list without rows. */
  empty: ComponentChildren;
  children: (rows: Row[]) => ComponentChildren;
};

/** A list without filters, page by page. */
export function ListScreen<Row>({
  screen,
  title,
  lead,
  actions,
  query,
  load,
  empty,
  children,
}: ListScreenProps<Row>) {
  const found = useFetched(`${screen}?${queryText(query)}`, (signal) => load(query, signal));
  return (
    <Screen title={title} actions={actions} of={found}>
      <p class="lead">{lead}</p>
      <Loaded of={found}>
        {({ data, next }) => (
          <>
            {data.length > 0 ? children(data) : empty}
            <Pager screen={screen} query={query} next={next} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
