import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { pathParameters } from "../../shared/contract/routes.ts";
import { BROWSER_HEADERS } from "../../shared/lambda/browser-headers.ts";
import { FUNCTIONS, type FunctionSpec } from "../topology.ts";
import { currentFunction } from "./current-function.ts";
import { type InvocationContext, startInvocation } from "./invocation-context.ts";
import { type Incoming, schemeOf, toEvent, writeResult } from "./payload.ts";
import { type SideDoors, throughSideDoor } from "./side-doors.ts";

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: InvocationContext,
) => Promise<APIGatewayProxyStructuredResultV2>;

export type AccessLine = { method: string; path: string; status: number; milliseconds: number };

/** API Gateway's own ceiling for a request's body, and its patience with an integration. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;

/** The front door: API Gateway's routing and payloads over plain HTTP, on the topology's routes. */
export function createGateway(
  handlers: Map<string, Handler>,
  options: { onAccess?: ((line: AccessLine) => void) | undefined; sideDoors: SideDoors },
): Server {
  return createServer(async (request, response) => {
    const startedAt = performance.now();
    const path = await serve(request, response, handlers, options.sideDoors).catch((error: unknown) => {
      console.error(error);
      answerAsGateway(response, 500, "Internal Server Error");
      return request.url ?? "";
    });
    const milliseconds = Math.round(performance.now() - startedAt);
    options.onAccess?.({ method: request.method ?? "", path, status: response.statusCode, milliseconds });
  });
}

/** Every function of the topology. They read their environment while they load, so it must stand by then. */
export async function loadHandlers(): Promise<Map<string, Handler>> {
  const loaded = FUNCTIONS.map(async ({ name, entry }) => {
    const module = (await import(new URL(`../../${entry}`, import.meta.url).href)) as { handler: Handler };
    const handler: Handler = (event, context) =>
      currentFunction.run(name, () => module.handler(event, context));
    return [name, handler] as const;
  });
  return new Map(await Promise.all(loaded));
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: Map<string, Handler>,
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
  const { spec, key, parameters } = findRoute(request.method ?? "GET", path);
  const handler = handlers.get(spec.name);
  if (!handler) throw new Error(`No handler for ${spec.name}`);
  const result = await (throughSideDoor(sideDoors, incoming) ??
    invoke(handler, spec, toEvent(incoming, { key, parameters })));
  if (result) writeResult(response, result, schemeOf(request));
  else answerAsGateway(response, 503, "Service Unavailable");
  return path;
}

type Target = { kind: "path"; path: string; query: string } | { kind: "malformed" };

/** The path and the query as they were sent: dots, slashes and escapes are part of a path, and routes match as it is. */
function readTarget(target: string): Target {
  const [origin = ""] = /^https?:\/\/[^/?]*/i.exec(target) ?? [];
  const [path = "", ...query] = target.slice(origin.length).split("?");
  if (!path.startsWith("/") || (origin && !URL.canParse(origin))) return { kind: "malformed" };
  return { kind: "path", path, query: query.join("?") };
}

/** undefined: the integration took longer than the gateway waits. */
async function invoke(handler: Handler, spec: FunctionSpec, event: APIGatewayProxyEventV2) {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), INTEGRATION_TIMEOUT_MS);
  try {
    return await Promise.race([handler(event, startInvocation(spec.timeoutSeconds)), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** As API Gateway does: the route with the most literal segments wins, and $default takes the rest. */
function findRoute(method: string, path: string) {
  const matches = FUNCTIONS.flatMap((spec) =>
    spec.routes.flatMap((route) => {
      const parameters = route.method === method ? pathParameters(route.path, path) : undefined;
      return parameters
        ? [{ spec, key: `${route.method} ${route.path}`, parameters: decoded(parameters) }]
        : [];
    }),
  );
  const [best] = matches.sort((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length);
  const fallback = FUNCTIONS.find(({ takesTheRest }) => takesTheRest);
  if (best || !fallback) return best ?? missingDefault();
  return { spec: fallback, key: "$default", parameters: {} };
}

function missingDefault(): never {
  throw new Error("The topology has no default function.");
}

/** After the match, so that an encoded slash stays inside its segment. */
function decoded(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeOrKeep(value)]));
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** What API Gateway says on its own account is not a problem document; neither is it here. */
function answerAsGateway(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...BROWSER_HEADERS, "Content-Type": "application/json" });
  response.end(JSON.stringify({ message }));
}
