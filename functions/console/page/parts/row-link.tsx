import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type IdKind, isId } from "../address/ids.ts";
import { rememberRow } from "../state/return-row.ts";
import { hrefOf, type Screen } from "../state/routes.ts";

const ROWS = {
  payments: { screen: "payment", kind: "payment" },
  events: { screen: "event", kind: "event" },
  statements: { screen: "statement", kind: "date" },
  payouts: { screen: "payout", kind: "payout" },
  endpoints: { screen: "endpoint", kind: "endpoint" },
} as const satisfies Record<string, { screen: Screen; kind: IdKind }>;

type RowLinkProps = {
  list: keyof typeof ROWS;
  id: string;
  isReturned: boolean;
  children: ComponentChildren;
};

/** Leads from a row of a list to what it is about; the way back leads to the same row. */
export function RowLink({ list, id, isReturned, children }: RowLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isReturned) link.current?.focus();
  }, [isReturned]);
  const { screen, kind } = ROWS[list];
  if (!isId(kind, id)) return <>{children}</>;
  return (
    <a ref={link} class="row-link" href={hrefOf(screen, { id })} onClick={() => rememberRow(list, id)}>
      {children}
    </a>
  );
}
