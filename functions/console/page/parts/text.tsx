import { piecesOf } from "../words/visible.ts";

/** A text that somebody else wrote: never markup, with a direction of its own, and with nothing hidden in it. */
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

/** The same over several lines, with its own white space. */
export const TextBlock = ({ value }: { value: string }) => (
  <pre class="text-block">
    <Text value={value} keep={"\n\t"} />
  </pre>
);

export const None = ({ children = "none" }: { children?: string }) => <span class="none">{children}</span>;
