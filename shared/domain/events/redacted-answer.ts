import { KEPT_ANSWER_BYTES } from "./callback-schedule.ts";
import { HIDDEN, redactedEvent } from "./redaction.ts";

/** Shorter ones are words of every language, and would tear holes into an answer that quotes nothing. */
const MIN_CHARACTERS = 4;

/** Secrets by their form, and e-mail addresses, wherever an answer has them from. */
const TELLING =
  /[^\s"'<>]*(?:_secret_|whsec_|sk_live_|sk_test_|svc_live_)[^\s"'<>]*|[^\s"'<>@]+@[^\s"'<>@]+/g;

/**
 * What a merchant's server answered, for those who see events redacted. Servers like to quote what they were sent: what
 * is hidden of the event is hidden of the answer.
 */
export function redactedAnswer(answer: string, body: string): string {
  const hidden = hiddenTexts(body);
  if (!hidden) return HIDDEN;
  const shown = hidden.reduce((text, one) => text.replaceAll(one, HIDDEN), answer);
  // The tail first: what is hidden by its form may be a part of it.
  return (wasCut(answer) ? withoutCutTail(shown, hidden) : shown).replaceAll(TELLING, HIDDEN);
}

/** Longest first, so that no part is replaced before its whole; undefined where the body cannot be read. */
function hiddenTexts(body: string): string[] | undefined {
  try {
    const shown = new Set(textsIn(JSON.parse(redactedEvent(body))));
    const hidden = textsIn(JSON.parse(body)).filter(
      (text) => !shown.has(text) && text.length >= MIN_CHARACTERS,
    );
    const written = hidden.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
    return [...new Set(written)].sort((a, b) => b.length - a.length);
  } catch {
    return undefined;
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
    : [String(value)];

/** A character that the cut goes through counts as three bytes, whatever it was. */
const wasCut = (answer: string): boolean => Buffer.byteLength(answer) >= KEPT_ANSWER_BYTES;

/** Of an answer only the beginning is kept, and the cut may go through a text that is hidden. */
function withoutCutTail(answer: string, hidden: string[]): string {
  const lengths = hidden.map((text) => {
    for (let length = text.length - 1; length >= MIN_CHARACTERS; length--)
      if (answer.endsWith(text.slice(0, length))) return length;
    return 0;
  });
  const longest = Math.max(0, ...lengths);
  return longest === 0 ? answer : answer.slice(0, -longest) + HIDDEN;
}
