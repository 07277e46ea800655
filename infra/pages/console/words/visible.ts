/** In these a joiner shapes its neighbors, and belongs to how a name is spelled. */
const SCRIPTS = "Arab Beng Deva Gujr Khmr Knda Mlym Mong Sinh Taml Telu".split(" ");
const SHAPED = `[${SCRIPTS.map((script) => `\\p{sc=${script}}`).join("")}]`;
const DRAWN = "[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]";
const JOINER = `(?<=${SHAPED})[\\u200c\\u200d](?=${SHAPED})|(?<=${DRAWN})\\u200d(?=${DRAWN})`;

/**
 * Characters that show nothing, or change how their neighbors are shown: controls, bidirectional overrides, zero-width
 * ones, blanks that are letters to Unicode. A merchant or a buyer may have written them to make a text look like another.
 */
const HIDDEN = new RegExp(
  `((?!${JOINER})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u3164\\uffa0\\u2800])`,
  "u",
);

export type Piece = { text: string; isHidden: boolean };

/** A text in pieces: what can be seen, and the name of what cannot. `keep`: characters that are meant, such as a line's end. */
export const piecesOf = (text: string, keep = ""): Piece[] =>
  text.split(HIDDEN).map((piece, nth) => {
    // What separates the pieces stands between them.
    const isHidden = nth % 2 > 0 && !keep.includes(piece);
    return { text: isHidden ? nameOf(piece) : piece, isHidden };
  });

/** For attributes and titles, which have no markup. */
export const visible = (text: string): string =>
  piecesOf(text)
    .map(({ text, isHidden }) => (isHidden ? `[${text}]` : text))
    .join("");

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
