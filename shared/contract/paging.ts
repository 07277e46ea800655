import * as z from "zod/mini";
import type { PageQuery } from "../domain/page.ts";
import type { Answer } from "./operation.ts";

/** As many as the processor gives at once. */
const MAX_PAGE_ITEMS = 100;

/** Query parameters are text on the wire. */
const limit = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,3}$/, { error: "Expected a whole number." })),
    z.transform((digits: string) => Number(digits)),
  ),
  z.int().check(z.minimum(1), z.maximum(MAX_PAGE_ITEMS)),
);

/** What every list takes: how many, and after which one. */
export const pageQuery = (id: z.ZodMiniType<string, string>) =>
  z.strictObject({
    limit: z._default(limit, MAX_PAGE_ITEMS),
    startingAfter: z.optional(id),
  }) satisfies z.ZodMiniType<PageQuery>;

/** The body is a bare array; where the list goes on is in a header. */
export const page = <Item extends z.ZodMiniType>(name: string, item: Item) =>
  ({
    name,
    description: "One page of the list, newest first.",
    schema: z.array(item),
    headers: { Link: 'The address of the next page, as <…>; rel="next"; absent on the last page.' },
    paged: true,
  }) as const satisfies Answer;
