import { composeApiKey } from "../../../shared/domain/access/api-key.ts";
import { DATE, MERCHANT, signUp } from "./made-up.ts";

/*
 * All lines of the day, as a merchant's backend downloads them: the typed client asks the real function, part by part, and
 * each part is thrown away once it was read. Both are in this process, so what is held is held by one or the other.
 */
export async function downloadDay(): Promise<number> {
  const key = composeApiKey(MERCHANT, (size) => new Uint8Array(size));
  signUp(key);
  const { handler } = await import("../../../functions/finance/get-statement.ts");
  const { createPaymentsClient } = await import("../../../shared/client/client.ts");
  const invoke = handler as unknown as (event: object, context: object) => Promise<Answer>;
  const client = createPaymentsClient({
    baseUrl: "https://api.example",
    apiKey: key.apiKey,
    fetch: async (request: Request) => toResponse(await invoke(toEvent(request), CONTEXT)),
  });
  let lines = -1;
  for await (const text of client.downloadMovements({ from: DATE, to: DATE }))
    lines += text.split("\r\n").length - 1;
  return lines;
}

type Answer = { statusCode: number; headers: Record<string, string>; body: string };

const CONTEXT = { awsRequestId: "bench", getRemainingTimeInMillis: () => 25_000 };

function toEvent({ url, headers }: Request): object {
  const { pathname, searchParams } = new URL(url);
  return {
    routeKey: `GET ${pathname}`,
    rawPath: pathname,
    headers: Object.fromEntries(headers),
    queryStringParameters: Object.fromEntries(searchParams),
    requestContext: { http: { method: "GET", path: pathname, sourceIp: "127.0.0.1" }, requestId: "bench" },
  };
}

const toResponse = ({ statusCode, headers, body }: Answer): Response =>
  new Response(body, { status: statusCode, headers });
