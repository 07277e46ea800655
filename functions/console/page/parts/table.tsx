import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type List, takeRowToReturnTo } from "../state/return-row.ts";
import { Money } from "./money.tsx";
import { Text } from "./text.tsx";

/** `look`: "amount" and "number" are right-aligned, "widest" is not on tablets, "desk" not on phones, "named" has its name there, "method" breaks no word. */
export type Column<Row> = {
  name: string;
  look?: string;
  cell: (row: Row, isReturned: boolean) => ComponentChildren;
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
        {rows.map((row) => (
          <tr key={idOf(row)}>
            {columns.map(({ name, look, cell }) => (
              <td key={name} class={look} data-name={name}>
                {cell(row, idOf(row) === returned)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SumProps = {
  rows: readonly { name: string; cents: number }[];
  /** What they add up to: its name and amount. */
  total: [ComponentChildren, number];
  currency: string;
};

/** Amounts and what they add up to. */
export const Sum = ({ rows, total, currency }: SumProps) => {
  const line = (name: ComponentChildren, cents: number) => (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">
        <Money cents={cents} currency={currency} />
      </td>
    </tr>
  );
  return (
    <table class="small sum">
      <tbody>{rows.map(({ name, cents }) => line(<Text value={name} />, cents))}</tbody>
      <tfoot>{line(...total)}</tfoot>
    </table>
  );
};
