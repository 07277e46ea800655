import { MAX_FILE_BYTES, MAX_FILE_LINES, tooManyLines } from "../domain/finance/csv.ts";

export type FileForm<Row> = { header: string; toText: (row: Row) => string };

/** As it goes over the wire, inside of JSON: a quotation mark takes two bytes there. */
export const bytesOnWire = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - '""'.length;

/** The whole of a list as text, line by line, while it is small enough for one answer. */
export async function renderFile<Row>(
  { header, toText }: FileForm<Row>,
  lineCount: number,
  pages: AsyncIterable<Row[]>,
): Promise<string> {
  if (lineCount > MAX_FILE_LINES) throw tooManyLines();
  const texts = [header];
  let bytes = 0;
  for await (const rows of pages) {
    const text = rows.map(toText).join("");
    bytes += bytesOnWire(text);
    if (bytes > MAX_FILE_BYTES) throw tooManyLines();
    texts.push(text);
  }
  return texts.join("");
}
