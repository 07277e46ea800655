import * as z from "zod/mini";
import { SCOPES } from "../domain/scope.ts";
import { described, named } from "./described.ts";

const FieldProblem = named(
  "FieldProblem",
  "What is wrong with one field.",
  z.strictObject({
    pointer: described("The field, as a JSON pointer (RFC 6901), for example /amountCents.", z.string()),
    detail: described("What is wrong with it.", z.string()),
  }),
);

/** A text and no enumeration: generated clients reject an enumeration's new values, and new problems will come. */
export const problemCode = z.string().check(z.regex(/^[a-z_]{1,50}$/));

/** RFC 9457, with the members that let a caller act: what to fix, whether to retry, what to quote to support. */
export const Problem = named(
  "Problem",
  "Why a request failed, as application/problem+json (RFC 9457). More members may be added.",
  z.strictObject({
    code: described("The problem type. Branch on it. More codes may be added.", problemCode),
    type: described("A URL that explains the problem type. It ends with the code.", z.url()),
    title: described("The problem type in words.", z.string()),
    status: described("The HTTP status.", z.int()),
    detail: described("What was wrong with this request, as text.", z.string()),
    instance: described("The path that was called.", z.string()),
    traceId: described("Give it to support. It is also in the X-Correlation-Id header.", z.string()),
    retryable: described("Whether the same request may succeed when it is sent again.", z.boolean()),
    errors: z.optional(described("The fields that were wrong.", z.array(FieldProblem))),
    requiredScope: z.optional(
      described("The scope that the key needs. More scopes may be added.", z.enum(SCOPES)),
    ),
    processorCode: z.optional(described("The processor's own code for it.", z.string())),
    declineCode: z.optional(described("Why the card was declined, in the processor's words.", z.string())),
  }),
);
export type Problem = z.output<typeof Problem>;

/** What `GET /problems/{code}` says of a kind of problem. */
export const ProblemType = named(
  "ProblemType",
  "A problem type, explained.",
  z.strictObject({
    code: described("The code in problem documents.", problemCode),
    type: described("The type in problem documents.", z.url()),
    title: described("Its title.", z.string()),
    status: described("Its HTTP status.", z.int()),
    meaning: described("What has happened.", z.string()),
    advice: described("What to do about it.", z.string()),
    retryable: described("Whether the same request may succeed when it is sent again.", z.boolean()),
  }),
);
