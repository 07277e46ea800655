import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { BROWSER_HEADERS } from "../../shared/lambda/every-answer.ts";
import { type Incoming, schemeOf, toEvent, writeResult } from "./payload.ts";
import { type SideDoors, throughSideDoor } from "./side-doors.ts";

export type AccessLine = { method: string; path: string; status: number; milliseconds: number };

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_DRAINED_BYTES = 10 * MAX_BODY_BYTES;
const INTEGRATION_TIMEOUT_MS = 30_000;

type Served = {
  key: string;
  parameters: Record<string, string>;
  answer: (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;
};

/** What API Gateway answers by itself where a throttle lets nothing through. */
export const closedRoute: FindRoute = () => ({
  key: "$default",
  parameters: {},
  answer: async () => ({
    statusCode: 429,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ message: "Too Many Requests" }),
  }),
});

export type FindRoute = (method: string, path: string) => Served;

export function createGateway(
  findRoute: FindRoute,
  options: { onAccess?: ((line: AccessLine) => void) | undefined; sideDoors: SideDoors },
): Server {
  return createServer(async (request, response) => {
    const startedAt = performance.now();
    // Node would use the machine's time, not the moved clock.
    response.setHeader("Date", new Date(Date.now()).toUTCString());
    const path = await serve(request, response, findRoute, options.sideDoors).catch((error: unknown) => {
      console.error(error);
      answerAsGateway(response, 500, "Internal Server Error");
      return request.url ?? "";
    });
    const milliseconds = Math.round(performance.now() - startedAt);
    options.onAccess?.({ method: request.method ?? "", path, status: response.statusCode, milliseconds });
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  findRoute: FindRoute,
  sideDoors: SideDoors,
) {
  const target = readTarget(request.url ?? "");
  if (target.kind === "malformed") {
    answerAsGateway(response, 400, "Bad Request");
    return request.url ?? "";
  }
  const { path, query } = target;
  const body = await readBody(request);
  if (!body) {
    answerAsGateway(response, 413, "Request Entity Too Large");
    return path;
  }
  const incoming: Incoming = { request, path, query, body };
  const result = await (throughSideDoor(sideDoors, incoming) ?? invoke(findRoute, incoming));
  if (result) writeResult(response, result, schemeOf(request));
  else answerAsGateway(response, 503, "Service Unavailable");
  return path;
}

type Target = { kind: "path"; path: string; query: string } | { kind: "malformed" };

/** As sent: dots, slashes and escapes are part of a path, and routes match it as it is. */
function readTarget(target: string): Target {
  const [origin = ""] = /^https?:\/\/[^/?]*/i.exec(target) ?? [];
  const [path = "", ...query] = target.slice(origin.length).split("?");
  if (!path.startsWith("/") || (origin && !URL.canParse(origin))) return { kind: "malformed" };
  return { kind: "path", path, query: query.join("?") };
}

/** undefined: the integration took longer than the gateway waits. */
async function invoke(findRoute: FindRoute, incoming: Incoming) {
  const { answer, ...route } = findRoute(incoming.request.method ?? "GET", incoming.path);
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), INTEGRATION_TIMEOUT_MS);
  try {
    return await Promise.race([answer(toEvent(incoming, route)), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * undefined: it is too large. It is read to its end anyway: a client that is still sending would not see the answer.
 * Far beyond the limit the connection is cut.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_DRAINED_BYTES) break;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

/** API Gateway's own answers are not problem documents. */
function answerAsGateway(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...BROWSER_HEADERS, "Content-Type": "application/json" });
  response.end(JSON.stringify({ message }));
}
