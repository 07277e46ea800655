import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { SESSION_COOKIE } from "../../shared/lambda/session-authentication.ts";
import { isLoopback } from "../simulator/server/guard-server.ts";

export type Incoming = { request: IncomingMessage; path: string; query: string; body: Buffer };

export function toEvent(
  { request, path, query, body }: Incoming,
  route: { key: string; parameters: Record<string, string> },
): APIGatewayProxyEventV2 {
  const { cookie: _, ...headers } = joinedHeaders(request);
  const scheme = schemeOf(request);
  const cookies = readCookies(request, scheme);
  // What is no text cannot be handed over as text, whatever its type says.
  const isBase64Encoded = body.length > 0 && !(isText(headers["content-type"]) && isUtf8(body));
  const now = new Date();
  const method = request.method ?? "GET";
  return {
    version: "2.0",
    routeKey: route.key,
    rawPath: path,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers: { ...headers, "x-forwarded-proto": scheme },
    ...(query !== "" && { queryStringParameters: joinedQuery(new URLSearchParams(query)) }),
    ...(Object.keys(route.parameters).length > 0 && { pathParameters: route.parameters }),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: headers.host ?? "",
      domainPrefix: "local",
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? "",
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey: route.key,
      stage: "$default",
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? "base64" : "utf8") }),
    isBase64Encoded,
  };
}

/** Payload 2.0 has no lists: repeated headers and parameters are joined by commas. */
function joinedHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join(",")]),
  );
}

const joinedQuery = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(",")]));

const isText = (contentType = ""): boolean =>
  /^(text\/|application\/(.+\+)?(json|xml|javascript)\b)/i.test(contentType);

/** Plain http on this machine. A tunnel, whose name was allowed, says what it was asked with. */
export const schemeOf = ({ headers }: IncomingMessage): Scheme =>
  headers["x-forwarded-proto"] === "https" && !isLoopback(headers.host) ? "https" : "http";

export function writeResult(
  response: ServerResponse,
  result: APIGatewayProxyStructuredResultV2,
  scheme: Scheme,
): void {
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
  const cookies = result.cookies?.map((cookie) => writtenCookie(cookie, scheme)) ?? [];
  response.writeHead(result.statusCode ?? 200, {
    ...Object.fromEntries(headers),
    ...(cookies.length > 0 && { "Set-Cookie": cookies }),
  });
  response.end(Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8"));
}

/*
 * Functions use `__Host-svc-console-<session id>=…; Secure`. Not every browser accepts that over plain http, even
 * from its own machine, so there the cookies have plain names.
 */
const PLAIN_COOKIE = "svc-console-";

type Scheme = "http" | "https";

/** As API Gateway hands them over: `name=value`, one by one, also two of the same name. */
function readCookies({ headers }: IncomingMessage, scheme: Scheme): string[] {
  const cookies = (headers.cookie ?? "").split(";").flatMap((cookie) => cookie.trim() || []);
  return scheme === "https" ? cookies : cookies.map(asFunctionsKnowIt);
}

const asFunctionsKnowIt = (cookie: string): string =>
  cookie.startsWith(PLAIN_COOKIE) ? `${SESSION_COOKIE}${cookie.slice(PLAIN_COOKIE.length)}` : cookie;

function writtenCookie(cookie: string, scheme: Scheme): string {
  if (scheme === "https" || !cookie.startsWith(SESSION_COOKIE)) return cookie;
  return `${PLAIN_COOKIE}${cookie.slice(SESSION_COOKIE.length)}`.replace(/;\s*Secure\b/i, "");
}
