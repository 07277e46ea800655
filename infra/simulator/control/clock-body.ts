import { invalid } from "../http/api-error.ts";
import { isRecord, parseJson } from "./json-body.ts";

/** Ten years: far beyond anything that is ever due, and far from where dates end. */
const MAX_SECONDS = 10 * 365 * 24 * 60 * 60;

export function parseAdvanceSeconds(text: string): number {
  const body = parseJson(text);
  const { advanceSeconds, ...others } = isRecord(body) ? body : {};
  if (Object.keys(others).length > 0 || typeof advanceSeconds !== "number")
    throw invalid("The body must be {advanceSeconds}, a number.");
  if (!Number.isInteger(advanceSeconds) || advanceSeconds < 1 || advanceSeconds > MAX_SECONDS)
    throw invalid(`advanceSeconds must be a whole number from 1 to ${MAX_SECONDS}: time cannot move back.`);
  return advanceSeconds;
}
