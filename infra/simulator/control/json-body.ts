import { invalid } from "../http/api-error.ts";

/** The controls speak JSON, unlike the processor's API. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw invalid("The body must be JSON.");
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
