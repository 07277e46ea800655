import { type Item, orderOfText } from "./values.ts";

/** An item's keys in an index; `id` tells entries with the same sort key apart. */
export type Entry = { item: Item; partition: string; sort: string; id: string };

/** Twice as many, and a piece is cut in two. */
const PIECE = 256;

/** Entries in order, kept in pieces: one of a million is put in or taken out without moving the others. */
export class SortedEntries {
  private readonly pieces: Entry[][] = [[]];

  add(entry: Entry): void {
    const place = this.pieceOf(entry);
    const piece = this.pieces[place] as Entry[];
    piece.splice(placeIn(piece, entry), 0, entry);
    if (piece.length > 2 * PIECE) this.pieces.splice(place + 1, 0, piece.splice(PIECE));
  }

  remove(entry: Entry): void {
    const place = this.pieceOf(entry);
    const piece = this.pieces[place] as Entry[];
    piece.splice(placeIn(piece, entry), 1);
    if (piece.length === 0 && this.pieces.length > 1) this.pieces.splice(place, 1);
  }

  /** Those with a sort key from one to another, in order or backwards, until `visit` says that it has enough. */
  walk({ from, to, isForward }: Walk, visit: (item: Item) => "go on" | "enough"): void {
    const step = isForward ? 1 : -1;
    const start = isForward ? { sort: from, id: "" } : { sort: to, id: LAST };
    for (let place = this.pieceOf(start); this.pieces[place] !== undefined; place += step) {
      const piece = this.pieces[place] as Entry[];
      const first = isForward ? placeIn(piece, start) : placeIn(piece, start) - 1;
      for (let index = first; piece[index] !== undefined; index += step) {
        const { sort, item } = piece[index] as Entry;
        if (isForward ? sort > to : sort < from) return;
        if (visit(item) === "enough") return;
      }
    }
  }

  /** The last piece that begins before it, or the first one. */
  private pieceOf(place: Place): number {
    let [low, high] = [0, this.pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (orderOf((this.pieces[middle] as Entry[])[0] as Entry, place) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

export type Walk = { from: string; to: string; isForward: boolean };

type Place = Pick<Entry, "sort" | "id">;

/** Behind every id. */
const LAST = "\uffff";

const orderOf = (one: Place, other: Place): number =>
  orderOfText(one.sort, other.sort) || orderOfText(one.id, other.id);

/** Where it is, or would be. */
function placeIn(piece: Entry[], place: Place): number {
  let [low, high] = [0, piece.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (orderOf(piece[middle] as Entry, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
