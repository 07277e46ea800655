import { piecesOf, visible } from "../words/visible.ts";

/** A text from outside: never markup, with its own direction, and without hidden characters. */
export const Text = ({ value, keep }: { value: string; keep?: string }) => (
  <bdi>
    {piecesOf(value, keep).map(({ kind, text, place }) =>
      kind === "hidden" ? (
        <span key={place} class="hidden-character">
          {text}
        </span>
      ) : (
        text
      ),
    )}
  </bdi>
);

/** The same where there may be too little room: the whole text is at hand on hover, and where the text is at home. */
export const CutText = ({ value }: { value: string }) => (
  <span class="cut" title={visible(value)}>
    <Text value={value} />
  </span>
);

/** The same over several lines, with its own white space. */
export const TextBlock = ({ value }: { value: string }) => (
  <pre class="text-block">
    <Text value={value} keep={"\n\t"} />
  </pre>
);

/** Where there is nothing, or a word instead of it. */
export const None = ({ children }: { children?: string }) => (
  <span class={children ? "soft" : "none"}>{children ?? "–"}</span>
);
