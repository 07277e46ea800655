import type { ComponentChildren } from "preact";
import type { Query } from "../address/query.ts";
import type { Question } from "../api/api.ts";
import type { Answer } from "../api/call.ts";
import { type Fetched, useFetched } from "../state/use-fetched.ts";
import { PLACES } from "../words/places.ts";
import { Kept, Loaded } from "./loaded.tsx";
import { Pager, type PagerProps } from "./pager.tsx";
import { Screen } from "./screen.tsx";

type Listed<Row> = {
  /** Instead of a list without rows. `hasMore`: older ones are left to be looked through. */
  empty: (hasMore: boolean) => ComponentChildren;
  children: (rows: Row[]) => ComponentChildren;
};

type ListScreenProps<Row> = Listed<Row> & {
  screen: "payouts" | "statements" | "disputes" | "events";
  above?: ComponentChildren;
  actions?: ComponentChildren;
  query: Query;
  load: (query: Query) => Question<Answer<Row[]>>;
};

export function ListScreen<Row>({ above, actions, load, ...list }: ListScreenProps<Row>) {
  const found = useFetched(load(list.query));
  return (
    <Screen title={PLACES[list.screen]} actions={actions} of={found}>
      {above}
      <ListPage of={found} {...list} />
    </Screen>
  );
}

type ListPageProps<Row> = Listed<Row> & Omit<PagerProps, "next"> & { of: Fetched<Answer<Row[]>> };

/** Rows, page by page. */
export const ListPage = <Row,>({ of, empty, children, ...list }: ListPageProps<Row>) => (
  <Loaded of={of}>
    {({ data, next }) => (
      <Kept of={of}>
        {data.length > 0 ? children(data) : empty(!!next)}
        <Pager next={next} {...list} />
      </Kept>
    )}
  </Loaded>
);
