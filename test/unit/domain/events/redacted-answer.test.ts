import fc from "fast-check";
import { expect, it } from "vitest";
import { redactedAnswer } from "../../../../shared/domain/events/redacted-answer.ts";

const BODY = JSON.stringify({
  id: "evt_1QExample0000000",
  type: "payment_intent.succeeded",
  data: {
    object: {
      amount: 4999,
      client_secret: "pi_3QExample000000000_secret_abcdefgh",
      description: 'Roses for "Anna"',
      billing_details: { name: "Anna Muster", tax_id: 7_712_345 },
    },
  },
});

it("an answer that quotes nothing is shown as it is", () => {
  for (const answer of ["", "ok", "Internal Server Error", '{"error":"no such column: total"}'])
    expect(redactedAnswer(answer, BODY)).toBe(answer);
});

it("an answer that quotes the event shows of it no more than the redacted event does", () => {
  const shown = redactedAnswer(`could not book ${BODY}`, BODY);
  expect(shown).toContain('could not book {"id":"evt_1QExample0000000"');
  expect(shown).toContain('"amount":4999');
  expect(shown).not.toMatch(/Anna|Muster|Roses|_secret_|7712345/);
});

it("a hidden text that the end of the answer cuts through is hidden as far as it goes", () => {
  const long = "x".repeat(1024 - "Anna Must".length);
  expect(redactedAnswer(`${long}Anna Must`, BODY)).toBe(`${long}•••`);
  // Nothing was cut off here: what ends alike is a word of its own.
  expect(redactedAnswer("for Anna Must", BODY)).toBe("for Anna Must");
});

it("a hidden text is hidden where the answer begins with it, and where it ends with it whole", () => {
  expect(redactedAnswer("Anna Muster", BODY)).toBe("•••");
  const long = "x".repeat(1024);
  expect(redactedAnswer(`${long}Anna Muster`, BODY)).toBe(`${long}•••`);
  expect(redactedAnswer(`${long}Anna Muste`, BODY)).toBe(`${long}•••`);
});

it("an answer that was cut off loses nothing where it quotes nothing, however alike it ends", () => {
  const long = "x".repeat(1024);
  for (const tail of ["", "Ann", "Hanna", "Jnna Must"])
    expect(redactedAnswer(long + tail, BODY)).toBe(long + tail);
});

it("a name of four letters is hidden in an answer, and one of three is a word like others", () => {
  const body = JSON.stringify({
    data: { object: { description: "Omar", billing_details: { name: "Ann" } } },
  });
  expect(redactedAnswer("no Omar in Annapolis", body)).toBe("no ••• in Annapolis");
});

it("a backslash that escapes nothing is shown as it is", () => {
  const answer = String.raw`C:\shop\app\Program.cs: Anna Muster is no \customer`;
  expect(redactedAnswer(answer, BODY)).toBe(String.raw`C:\shop\app\Program.cs: ••• is no \customer`);
});

it("secrets and e-mail addresses are hidden wherever the answer has them from", () => {
  expect(redactedAnswer("whsec_abc and <anna@example.com>", BODY)).toBe("••• and <•••>");
});

it("an answer to an event that cannot be read is hidden as a whole", () => {
  expect(redactedAnswer("anything", "not JSON")).toBe("•••");
});

it("no text of a buyer's survives in an answer, wherever the answer is cut", () => {
  const texts = fc.string({ minLength: 4, maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.nat(60), (description, cut) => {
      const body = JSON.stringify({ data: { object: { description: `Anna ${description}` } } });
      const answer = "x".repeat(1024 - cut) + body.slice(0, cut);
      expect(redactedAnswer(answer, body)).not.toMatch(/Anna/);
    }),
    // The second part of this one looks like an address.
    { examples: [["#@!    ", 42]] },
  );
});

const WITH_UMLAUT = JSON.stringify({
  data: { object: { description: "Jörg/Anna Müller", billing_details: { name: "Zoë Ågren" } } },
});

it.each([
  ["as it is", "name: Jörg/Anna Müller."],
  ["with a slash escaped, as PHP writes it", String.raw`{"seen":"Jörg\/Anna Müller"}`],
  ["in ASCII alone", String.raw`{"seen":"J\u00f6rg/Anna M\u00fcller"}`],
  [
    "in ASCII alone with capital digits and an escaped slash",
    String.raw`{"seen":"J\u00F6rg\/Anna M\u00FCller"}`,
  ],
  ["with letters escaped that need it not", String.raw`{"seen":"J\u00f6rg/\u0041nna Müller"}`],
  ["as JSON within a JSON's text", String.raw`{"seen":"{\"is\":\"J\\u00f6rg\\/Anna M\\u00fcller\"}"}`],
])("a hidden text that the answer spells %s is hidden", (_, answer) => {
  const shown = redactedAnswer(answer, WITH_UMLAUT);
  expect(shown).not.toMatch(/rg|nna|ller/);
  expect(shown).toContain("•••");
});

it("a text that is shown all the same keeps its escapes as they were", () => {
  const answer = String.raw`{"note":"caf\u00e9 \/ bar","seen":"Zo\u00eb \u00c5gren"}`;
  expect(redactedAnswer(answer, WITH_UMLAUT)).toBe(String.raw`{"note":"caf\u00e9 \/ bar","seen":"•••"}`);
});

it.each([
  ["a character of several bytes", "Zoë \uFFFD"],
  ["an escape", String.raw`Zo\u00eb \u00c`],
  ["an escape of which only its backslash is left", `Zo\\u00eb \\`],
  ["an escape within an escape", String.raw`Zo\\u00eb \\u00`],
])(
  "a hidden text is hidden as far as it goes where the end of the answer cuts through %s of it",
  (_, tail) => {
    const long = "x".repeat(1024);
    expect(redactedAnswer(`${long} ${tail}`, WITH_UMLAUT)).toBe(`${long} •••`);
  },
);

it("an email address is hidden where its sign is escaped", () => {
  expect(redactedAnswer(String.raw`{"to":"zoe\u0040example.com"}`, WITH_UMLAUT)).toBe('{"to":"•••"}');
});
