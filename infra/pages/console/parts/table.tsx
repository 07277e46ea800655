import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type List, rememberRow, takeRowToReturnTo } from "../state/return-row.ts";
import { linkTo, type OfOne } from "../state/routes.ts";
import { Money } from "./money.tsx";
import { shown } from "./text.tsx";

/** `look`: "amount" and "number" are right-aligned, "widest" is not on tablets, "desk" not on phones, "named" has its name there, "method" breaks no word. */
export type Column<Row> = {
  name: string;
  look?: string;
  /** `link`: makes its content the row's link, in a table of a list. */
  cell: (row: Row, link: (content: ComponentChildren) => ComponentChildren) => ComponentChildren;
};

type TableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** Whose rows lead somewhere: the one that the reader comes back from takes the focus. */
  list?: List;
};

export function Table<Row>({ caption, columns, rows, idOf, list }: TableProps<Row>) {
  const [returned] = useState(() => list && takeRowToReturnTo(list));
  return (
    <table class="list">
      <caption class="for-ears">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, look }) => (
            <th key={name} scope="col" class={look}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const id = idOf(row);
          const link = (content: ComponentChildren) =>
            list && (
              <RowLink list={list} id={id} isReturned={id === returned}>
                {shown(content)}
              </RowLink>
            );
          return (
            <tr key={id}>
              {columns.map(({ name, look, cell }) => (
                <td key={name} class={look} data-name={name}>
                  {shown(cell(row, link))}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Line = [name: ComponentChildren, value: ComponentChildren];

const line = ([name, value]: Line) => (
  <tr>
    <th scope="row">{shown(name)}</th>
    <td class="number">{value}</td>
  </tr>
);

/** Names and values; `totals`: what they add up to. */
export const Lines = ({ of, totals = [] }: { of: Line[]; totals?: Line[] }) => (
  <table class="small sum">
    <tbody>{of.map(line)}</tbody>
    <tfoot>{totals.map(line)}</tfoot>
  </table>
);

type SumProps = {
  rows: readonly { name: string; cents: number }[];
  total: [name: ComponentChildren, cents: number];
  /** A total that is not known, and why. */
  unknown?: Line | undefined;
  currency: string;
};

/** Amounts and what they add up to. */
export const Sum = ({ rows, total, unknown, currency }: SumProps) => {
  const lineOf = (name: ComponentChildren, cents: number): Line => [
    name,
    <Money key={cents} cents={cents} currency={currency} />,
  ];
  return (
    <Lines
      of={rows.map(({ name, cents }) => lineOf(name, cents))}
      totals={[lineOf(...total), ...(unknown ? [unknown] : [])]}
    />
  );
};

type RowLinkProps = { list: List; id: string; isReturned: boolean; children: ComponentChildren };

/** Leads from a row of a list to what it is about; the way back leads to the same row. */
function RowLink({ list, id, isReturned, children }: RowLinkProps) {
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
