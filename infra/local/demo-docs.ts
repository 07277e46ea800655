import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { SideDoor } from "./side-doors.ts";

const DEMO_DOCS_PATH = "/demo/docs";

/** An API key in a browser: on this machine only. */
export const demoDocs =
  (apiKey: () => string): SideDoor =>
  ({ request, path }) => {
    if (path !== DEMO_DOCS_PATH || request.method !== "GET") return undefined;
    return docsWith(apiKey());
  };

async function docsWith(apiKey: string): Promise<APIGatewayProxyStructuredResultV2> {
  const { referencePage } = await import("../pages/reference-page.ts");
  const { html, contentSecurityPolicy, cacheControl } = referencePage({ apiKey });
  return {
    statusCode: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": cacheControl,
      "Content-Security-Policy": contentSecurityPolicy,
    },
    body: html,
  };
}
