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
