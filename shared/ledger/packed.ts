import { deflateSync, inflateSync } from "node:zlib";
import { makeDictionary } from "./packing-dictionary.ts";

/*
 * Every write of an item is billed by the item's size, a unit for each KB that was begun. Events and stored answers are
 * mostly words that all of them share, so these are left out: packed bytes refer to a dictionary, and to the item's own
 * id, which stands in its key. They come out byte for byte; a checksum says so.
 */

let dictionary: string | undefined;

function dictionaryFor(ownId: string): Buffer {
  dictionary ??= makeDictionary();
  return Buffer.from(dictionary + ownId);
}

export const pack = (content: Uint8Array | string, ownId: string): Uint8Array =>
  deflateSync(content, { level: 9, dictionary: dictionaryFor(ownId) });

export const unpack = (packed: Uint8Array, ownId: string): Buffer =>
  inflateSync(packed, { dictionary: dictionaryFor(ownId) });
