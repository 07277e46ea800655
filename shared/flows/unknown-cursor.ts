import { Failure } from "../domain/failure.ts";

/** A list cannot begin after what does not exist, or is another merchant's: the caller cannot tell them apart. */
export const unknownCursor = (detail: string): Failure =>
  new Failure("invalid_request", "The query is invalid.", {
    errors: [{ pointer: "/startingAfter", detail }],
  });
