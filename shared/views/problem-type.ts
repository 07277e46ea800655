import type * as z from "zod/mini";
import type { ProblemType } from "../contract/problem.ts";
import { FAILURES, Failure, type FailureCode, isFailureCode } from "../domain/failure.ts";
import { FAILURE_ADVICE } from "../domain/failure-advice.ts";
import { keysOf } from "../domain/values.ts";

type Explained = z.output<typeof ProblemType>;

export function problemTypeView(code: string, baseUrl: string): Explained {
  if (!isFailureCode(code))
    throw new Failure("not_found", "There is no such problem type. GET /problems lists all.");
  return explained(code, baseUrl);
}

export const problemTypesView = (baseUrl: string): Explained[] =>
  keysOf(FAILURES).map((code) => explained(code, baseUrl));

function explained(code: FailureCode, baseUrl: string): Explained {
  const { title, status, retryable } = FAILURES[code];
  return { code, type: `${baseUrl}/problems/${code}`, title, status, ...FAILURE_ADVICE[code], retryable };
}

/** The console's colors; a test compares them. Allowed by its hash, so it stands in the page as it is here. */
export const PROBLEM_PAGE_STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f7f7f9, #0f1115);
  --surface: light-dark(#ffffff, #171a20);
  --line: light-dark(#e3e5ea, #2a2e37);
  --text: light-dark(#171a21, #e9ebf0);
  --soft: light-dark(#596070, #9fa7b6);
  --accent: light-dark(#4540c8, #aeb0ff);
}
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 44rem; margin: 0 auto; padding: 40px 20px }
section { margin-top: 20px; padding: 20px 24px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface) }
h1 { margin: 0; font-size: 26px; letter-spacing: -0.02em }
h2 { margin: 20px 0 4px; font-size: 15px }
h2:first-child { margin-top: 0 }
p { margin: 4px 0 }
.soft { color: var(--soft) }
a { color: var(--accent); text-underline-offset: 3px }`;

/** Every text is ours, and none holds a character of HTML. */
export const problemTypePage = ({ title, status, meaning, advice, retryable }: Explained): string =>
  page(
    title,
    `<section>
<h2>What has happened</h2>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${advice}</p>
<h2>Send the same request again?</h2>
<p>${retryable ? "Yes, after a pause." : "No: it would fail again."}</p>
</section>
<p><a href="/problems">All kinds of problems</a> · <a href="/v1/docs">The reference</a></p>`,
    `HTTP status ${status}`,
  );

export const problemIndexPage = (types: readonly Explained[]): string =>
  page(
    "Problems",
    types
      .map(
        ({ type, title, status, meaning, retryable }) => `<section>
<h2><a href="${new URL(type).pathname}">${title}</a></h2>
<p class="soft">${status}${retryable ? ", may be sent again" : ""}</p>
<p>${meaning}</p>
</section>`,
      )
      .join("\n"),
    "Every type of problem that this service returns. Branch on a problem's code.",
  );

const page = (title: string, content: string, subtitle: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PROBLEM_PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="soft">${subtitle}</p>
${content}
</main>
</body>
</html>
`;
