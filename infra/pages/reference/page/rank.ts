/** Texts in lower case. */
type Searched = { title: string; path: string; text: string };

/** Words of the field for the same thing; each finds what is written with another. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["webhook", "callback"],
  ["dispute", "chargeback"],
  ["customer", "buyer"],
  ["authorize", "hold", "authorization"],
  ["cancel", "void"],
  ["payout", "bank transfer"],
  ["retry", "redeliver", "resend"],
  ["secret", "signature", "signing"],
  ["reader", "terminal", "card present"],
  ["fee", "commission"],
  ["statement", "reconciliation", "report"],
  ["key", "token", "credential"],
  ["onboarding", "kyc", "connect"],
  ["decline", "declined", "failed"],
];

const alternativesOf = (word: string): readonly string[] =>
  // Also of a plural, and while the word is being typed.
  SYNONYMS.find((words) =>
    words.some((one) => one === word || `${one}s` === word || (word.length > 3 && one.startsWith(word))),
  ) ?? [];

/** They say nothing of what is looked for, unless nothing else is said. */
const LITTLE = new Set(["a", "an", "the", "of", "for", "to", "in", "on", "and", "my"]);

function wordsOf(query: string): string[] {
  const words = query.split(/\s+/);
  const telling = words.filter((word) => !LITTLE.has(word));
  return telling.length > 0 ? telling : words;
}

/** What has all the words: titles first, then paths, then texts; and last what says the same in other words. */
export function rank<Part extends Searched>(parts: readonly Part[], query: string): Part[] {
  const words = wordsOf(query);
  const isIn = (text: string) => words.every((word) => text.includes(word));
  const means = (text: string) =>
    words.every((word) => [word, ...alternativesOf(word)].some((one) => text.includes(one)));
  const tests: ((part: Part) => boolean)[] = [
    ({ title }) => title.startsWith(query),
    ({ title }) => isIn(title),
    ({ title }) => means(title),
    ({ path }) => isIn(path),
    ({ text }) => isIn(text),
    ({ path }) => means(path),
    ({ text }) => means(text),
  ];
  return [...new Set(tests.flatMap((test) => parts.filter(test)))];
}
