import { hrefOf } from "./routes.ts";

export type List = "payments" | "events" | "statements" | "payouts" | "disputes" | "endpoints";

/** Which row of a list, with which filters and on which page, the reader has gone into. */
const left = new Map<List, { hash: string; id: string }>();

export const rememberRow = (list: List, id: string): void => {
  left.set(list, { hash: location.hash, id });
};

export const wayBackTo = (list: List): string => left.get(list)?.hash || hrefOf(list);

/** The row to go on from, once: a list that is looked at anew begins at its top. */
export function takeRowToReturnTo(list: List): string | undefined {
  const row = left.get(list);
  if (row?.hash !== location.hash) return undefined;
  left.delete(list);
  return row.id;
}
