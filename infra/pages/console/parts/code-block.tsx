import { codeTokensOf } from "../../code/code-tokens.ts";
import { CopyButton } from "./copy-button.tsx";
import { Text } from "./text.tsx";

/** Of a longer text the rest has one color. */
const MOST_COLORED = 20_000;

/** JSON, or another text of a program: in colors, with a button that copies it. `name`: as in a sentence. */
export const CodeBlock = ({ value, name }: { value: string; name: string }) => (
  <div class="code-block">
    <pre class="text-block">
      {piecesOf(value).map(({ text, start, kind }) => (
        <span key={start} class={kind && `code-${kind}`}>
          <Text value={text} keep={"\n\t"} />
        </span>
      ))}
    </pre>
    <CopyButton value={value} name={name} />
  </div>
);

type Piece = { text: string; start: number; kind?: string };

function piecesOf(value: string): Piece[] {
  const pieces: Piece[] = [];
  let place = 0;
  for (const { kind, start, end } of codeTokensOf(value.slice(0, MOST_COLORED))) {
    if (start > place) pieces.push({ text: value.slice(place, start), start: place });
    pieces.push({ text: value.slice(start, end), start, kind });
    place = end;
  }
  return place < value.length ? [...pieces, { text: value.slice(place), start: place }] : pieces;
}
