import { adoptPage } from "../../ledger/adoption.ts";

/** Puts everything on the due list that was opened before there was one. It may be repeated, or go on after a failure. */
export async function adoptOpenWork(
  at: number,
  onPage: (looked: number) => void,
): Promise<{ looked: number; adopted: number }> {
  const total = { looked: 0, adopted: 0 };
  let from: Awaited<ReturnType<typeof adoptPage>>["next"];
  do {
    const { looked, adopted, next } = await adoptPage(at, from);
    total.looked += looked;
    total.adopted += adopted.length;
    onPage(looked);
    from = next;
  } while (from);
  return total;
}
