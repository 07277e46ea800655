import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { DISPUTE_ID } from "../../shared/domain/id-forms.ts";
import { hashOf } from "../pages/inline-policy.ts";
import type { Demo } from "./demo.ts";
import type { SideDoor } from "./side-doors.ts";

const PATH = "/demo/disputes/";

type Result = APIGatewayProxyStructuredResultV2;
type Answer = { path?: string; parameters: Record<string, string>; label: string };

/** The evidence's text decides how a test's dispute ends, as at the processor. */
const ANSWERS: Record<string, Answer> = {
  win: {
    parameters: { "evidence[uncategorized_text]": "winning_evidence", submit: "true" },
    label: "Submit evidence that wins",
  },
  lose: {
    parameters: { "evidence[uncategorized_text]": "losing_evidence", submit: "true" },
    label: "Submit evidence that loses",
  },
  accept: { path: "/close", parameters: {}, label: "Accept the dispute" },
};

/** Stands for the processor's dashboard, where a dispute is answered. */
export const demoDispute =
  (demo: () => Demo | undefined): SideDoor =>
  ({ request, path, body }) => {
    const id = path.startsWith(PATH) ? path.slice(PATH.length) : "";
    const ready = demo();
    if (!ready || !DISPUTE_ID.test(id)) return undefined;
    if (request.method !== "POST") return page(FORM);
    const answer = ANSWERS[new URLSearchParams(body.toString("utf8")).get("answer") ?? ""];
    return answer ? respond(ready, id, answer) : page(FORM);
  };

async function respond(demo: Demo, id: string, { path = "", parameters }: Answer): Promise<Result> {
  const { ok } = await fetch(`${demo.processorUrl}/v1/disputes/${id}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${demo.processorSecretKey}`,
      "Stripe-Account": demo.connectedAccountId,
    },
    body: new URLSearchParams(parameters),
  });
  return page(ok ? "<p>Done. The console shows the decision in a moment.</p>" : REJECTED);
}

const FORM = `<form method="post">${Object.entries(ANSWERS)
  .map(([name, { label }]) => `<p><button name="answer" value="${name}">${label}</button></p>`)
  .join("")}</form>`;

const REJECTED = "<p>This dispute cannot be answered: it is decided, or its deadline has passed.</p>";

const STYLE =
  ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:32rem;margin:3rem auto;padding:0 1rem}" +
  "button{font:inherit;min-height:44px;padding:0 16px}";

const page = (content: string): Result => ({
  statusCode: 200,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": `default-src 'none'; style-src ${hashOf(STYLE)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  },
  body:
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>Respond to a dispute</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main>` +
    "<h1>Respond to a dispute</h1><p>On this machine this page stands for Stripe's Dashboard. Nothing here moves money.</p>" +
    `${content}</main></body></html>`,
});
