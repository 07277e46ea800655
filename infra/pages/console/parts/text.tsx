import type { ComponentChildren } from "preact";
import { piecesOf, visible } from "../words/visible.ts";

/** A text from outside: never markup, with its own direction, and without hidden characters. */
export const Text = ({ value, keep }: { value: string; keep?: string }) => (
  <bdi>{piecesOf(value, keep).map(({ text, isHidden }) => (isHidden ? hidden(text) : text))}</bdi>
);

const hidden = (name: string) => <span class="hidden-character">{name}</span>;

/** An address breaks at its slashes. */
export const UrlText = ({ value }: { value: string }) => <Breakable value={value} after={/(?<=[^:/]\/)/} />;

/** An event's type breaks between its words. */
export const TypeText = ({ value }: { value: string }) => <Breakable value={value} after={/(?<=[._])/} />;

const Breakable = ({ value, after }: { value: string; after: RegExp }) => (
  <>
    {value.split(after).map((part, nth) => (
      <>
        {nth > 0 && <wbr />}
        <Text value={part} />
      </>
    ))}
  </>
);

/**
 * The same in a list. Of a long one the middle is on hover only: most differ at their ends. `isShort`: in one line of a
 * narrow column.
 */
export const CutText = ({ value, isShort }: { value: string; isShort?: true }) => (
  <span class="cut" title={visible(value)}>
    <Text value={value.replace(isShort ? /^(.{5}).{3,}(.{8})$/su : /^(.{20}).+(.{20})$/su, "$1…$2")} />
  </span>
);

/** What a cell or a fact has: a text from outside, nothing, or a part of the page. */
export const shown = (content: ComponentChildren): ComponentChildren =>
  typeof content === "string" ? <Text value={content} /> : (content ?? <None />);

/** Where there is nothing, or a word instead of it. */
export const None = ({ children }: { children?: string }) => (
  <span class={children ? "soft" : "none"}>{children ?? "–"}</span>
);
