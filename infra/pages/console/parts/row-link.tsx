import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type List, rememberRow } from "../state/return-row.ts";
import { linkTo, type OfOne } from "../state/routes.ts";

type RowLinkProps = { list: List; id: string; isReturned: boolean; children: ComponentChildren };

/** Leads from a row of a list to what it is about; the way back leads to the same row. */
export function RowLink({ list, id, isReturned, children }: RowLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isReturned) link.current?.focus();
  }, [isReturned]);
  const href = linkTo(list.slice(0, -1) as OfOne, id);
  return href ? (
    <a ref={link} class="row-link" href={href} onClick={() => rememberRow(list, id)}>
      {children}
    </a>
  ) : (
    children
  );
}
