import * as z from "zod/mini";
import type { PageQuery } from "../domain/page.ts";
import { described } from "./described.ts";
import type { Answer } from "./operation.ts";

/** As many as the processor gives at once. */
const MAX_PAGE_ITEMS = 100;

/** The same text for what is no number, too small or too large. */
const ANY_ELSE = { error: `must be a whole number from 1 to ${MAX_PAGE_ITEMS}.` };

/** Text on the wire, as query parameters are; documented as the number that it spells. */
const limit = z
  .pipe(
    z.pipe(
      z.string().check(z.regex(/^[0-9]{1,9}$/, ANY_ELSE)),
      z.transform((digits: string) => Number(digits)),
    ),
    z.int().check(z.minimum(1, ANY_ELSE), z.maximum(MAX_PAGE_ITEMS, ANY_ELSE)),
  )
  .check(z.meta({ type: "integer", minimum: 1, maximum: MAX_PAGE_ITEMS }));

/** What every list takes: how many, and after which one. */
export const pageQuery = (id: z.ZodMiniType<string, string>) =>
  z.strictObject({
    limit: z._default(described("The maximum number of items to return.", limit), MAX_PAGE_ITEMS),
    startingAfter: z.optional(
      described("The id after which the page begins. It is better to follow the Link header unchanged.", id),
    ),
  }) satisfies z.ZodMiniType<PageQuery>;

/** The body is a bare array; where the list goes on is in a header. */
export const page = <Item extends z.ZodMiniType>(item: Item, example: readonly z.output<Item>[]) =>
  ({
    description: "One page of the list, newest first.",
    schema: z.array(item),
    example,
    paged: true,
  }) as const satisfies Answer;
