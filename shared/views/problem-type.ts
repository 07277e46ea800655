import type * as z from "zod/mini";
import type { ProblemType } from "../contract/problem.ts";
import { codeOfSlug, FAILURES, Failure, slugOf } from "../domain/failure.ts";
import { FAILURE_ADVICE } from "../domain/failure-advice.ts";

type Explained = z.output<typeof ProblemType>;

/** A kind of problem, explained: from the same table that problem documents are made of. */
export function problemTypeView(slug: string, baseUrl: string): Explained {
  const code = codeOfSlug(slug);
  if (!code) throw new Failure("not_found", "There is no such kind of problem.");
  const { title, status, retryable } = FAILURES[code];
  return { type: `${baseUrl}/problems/${slugOf(code)}`, title, status, ...FAILURE_ADVICE[code], retryable };
}

/** The same for a person who follows the link. Every text is ours, and none holds a character of HTML. */
export const problemTypePage = ({
  title,
  status,
  meaning,
  advice,
  retryable,
}: Explained): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>HTTP status ${status}</p>
<h2>What has happened</h2>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${advice}</p>
<h2>Send the same request again?</h2>
<p>${retryable ? "Yes, after a pause." : "No: it would fail again."}</p>
</html>
`;
