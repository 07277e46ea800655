import * as z from "zod/mini";

/** RFC 7807, with the members that let a caller act: what to fix, whether to retry, what to quote to support. */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  traceId: z.string(),
  retryable: z.boolean(),
  errors: z.optional(z.array(z.strictObject({ pointer: z.string(), detail: z.string() }))),
  processorCode: z.optional(z.string()),
  declineCode: z.optional(z.string()),
});
export type Problem = z.output<typeof Problem>;
