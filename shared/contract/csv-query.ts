import * as z from "zod/mini";
import { described } from "./described.ts";

/** How a file for spreadsheets is to be written. */
export const csvQuery = z.strictObject({
  format: z.optional(
    described(
      "excel: the file opens in Excel with a double click (UTF-8 with a byte order mark), and order references that look " +
        "like numbers stay text, with an apostrophe in front.",
      z.enum(["csv", "excel"]),
    ),
  ),
  separator: z.optional(
    described(
      "The character between cells. Excel expects ; in countries with a decimal comma.",
      z.enum([",", ";", "tab"]),
    ),
  ),
  decimal: z.optional(
    described(
      "The decimal mark of amounts and exchange rates. The characters . and , are accepted too.",
      z.pipe(
        z.transform((mark) => (mark === "," ? "comma" : mark === "." ? "point" : mark)),
        z.enum(["point", "comma"]),
      ),
    ),
  ),
});
