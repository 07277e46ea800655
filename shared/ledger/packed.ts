import { deflateSync, inflateSync } from "node:zlib";
import { makeDictionary } from "./packing-dictionary.ts";

/*
 * DynamoDB bills every write by the item's size, per started KB. Events and stored answers mostly repeat the same
 * words, so packed bytes refer to a dictionary and to the item's own id. They unpack byte for byte; a checksum proves
 * it.
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
