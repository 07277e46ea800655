import { Failure } from "../../domain/failure.ts";
import type { BalanceLine } from "../../domain/finance/movement.ts";
import type { Statement } from "../../domain/finance/statement.ts";
import { type ChunkPlace, findDayLines } from "../../ledger/statement-lines.ts";

/** A line, with its day and its place among the day's lines. */
export type PlacedLine = BalanceLine & { date: string; nth: number };

/** So many chunks are held at a time: a few thousand lines. */
const READ_AT_ONCE = 10;

/** The lines behind statements, day by day, as they were stored; of the first day only those after so many. */
export async function* listDayLines(
  merchantId: string,
  days: readonly Pick<Statement, "date" | "lines">[],
  skip = 0,
): AsyncGenerator<PlacedLine[], void> {
  const places = days.flatMap(placesOf).filter(({ date, until }) => date !== days[0]?.date || until > skip);
  for (let start = 0; start < places.length; start += READ_AT_ONCE) {
    const asked = places.slice(start, start + READ_AT_ONCE);
    const chunks = await findDayLines(merchantId, asked);
    if (!chunks) throw new Failure("not_found", noLongerStored(asked));
    const lines = asked.flatMap(({ date, since }, index) =>
      (chunks[index] ?? []).map((line, place) => ({ ...line, date, nth: since + place })),
    );
    yield lines.filter(({ date, nth }) => date !== days[0]?.date || nth >= skip);
  }
}

const noLongerStored = ([first]: ChunkPlace[]): string =>
  `The balance lines of ${first?.date} are no longer stored.`;

/** `since`, `until`: which of the day's lines are in the chunk. */
type LinesPlace = ChunkPlace & { since: number; until: number };

function placesOf({ date, lines }: Pick<Statement, "date" | "lines">): LinesPlace[] {
  let until = 0;
  return lines.flatMap(({ run, chunkSizes }) =>
    chunkSizes.map((size, nth) => {
      until += size;
      return { date, run, nth, since: until - size, until };
    }),
  );
}
