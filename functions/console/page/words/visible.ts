/**
 * Characters that show nothing, or change how their neighbors are shown: controls, bidirectional overrides, zero-width
 * ones, blanks that are letters to Unicode. A merchant or a buyer may have written them to make a text look like another.
 */
const HIDDEN = /([\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800])/u;

export type Piece = { kind: "text" | "hidden"; text: string; place: string };

/** A text in pieces: what can be seen, and the name of what cannot. `keep`: characters that are meant, such as a line's end. */
export const piecesOf = (text: string, keep = ""): Piece[] =>
  text
    .split(HIDDEN)
    .filter((piece) => piece !== "")
    .map((piece, index) =>
      HIDDEN.test(piece) && !keep.includes(piece)
        ? { kind: "hidden", text: nameOf(piece), place: `${index}` }
        : { kind: "text", text: piece, place: `${index}` },
    );

/** For attributes and titles, which have no markup. */
export const visible = (text: string): string =>
  piecesOf(text)
    .map(({ kind, text }) => (kind === "hidden" ? `[${text}]` : text))
    .join("");

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
