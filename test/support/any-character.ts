import fc from "fast-check";

const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;

/**
 * Any character, for unlikely texts. They are those of fast-check's own unit "binary", which
 * lists all 1.1 million of them before its first text: that takes longer than most tests.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff })
  .filter((code) => !isHalf(code))
  .map(
    (code) => String.fromCodePoint(code),
    (character) => String(character).codePointAt(0) ?? 0,
  );

/** A body whose fields are each as given, or of another kind. */
export function almost(body: object) {
  const value = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
    fc.array(fc.string()),
  );
  const fields = Object.entries(body).map(([name, valid]) => [name, fc.oneof(fc.constant(valid), value)]);
  return fc.record(Object.fromEntries(fields));
}
