import * as z from "zod/mini";
import { invalid } from "../http/api-error.ts";

/** The controls speak JSON, unlike the processor's API. No body is an object without properties. */
export function readBody<T>(schema: z.ZodMiniType<T>, body: string): T {
  const read = schema.safeParse(parse(body));
  if (!read.success) throw invalid(`This control takes another body: ${z.prettifyError(read.error)}`);
  return read.data;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body || "{}");
  } catch {
    throw invalid("The body must be JSON.");
  }
}
