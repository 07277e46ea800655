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
