const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const RANDOM_CHARACTERS = 24;

/** A whole number from 0 to below the limit: the only source of chance, given from outside. */
export type RandomInt = (below: number) => number;

export type Ids = ReturnType<typeof createIds>;

export function createIds(randomInt: RandomInt) {
  const randomText = (length: number): string => {
    let text = "";
    while (text.length < length) text += ALPHABET[randomInt(ALPHABET.length)];
    return text;
  };
  return { randomText, newId: (prefix: string): string => `${prefix}_${randomText(RANDOM_CHARACTERS)}` };
}

/** A reference is the bare id in storage, and the whole object once a caller has expanded it. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
