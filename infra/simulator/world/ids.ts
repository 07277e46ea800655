import { randomInt } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const RANDOM_CHARACTERS = 24;

export function newId(prefix: string): string {
  return `${prefix}_${randomText(RANDOM_CHARACTERS)}`;
}

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** A reference is the bare id in storage, and the whole object once a caller has expanded it. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === "string" ? reference : reference.id;
}
