import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

const BODY_MAX_BYTES = 1024 * 1024;

export type ReceivedRequest = {
  id: string;
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  idempotencyKey: string | null;
  body: string;
};

/** Undefined when the body is larger than anything a client of this API sends. */
export async function receive(message: IncomingMessage, id: string): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return describeRequest({
    id,
    method: message.method ?? "GET",
    target: message.url ?? "/",
    headers: message.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  });
}

type RequestParts = Pick<ReceivedRequest, "id" | "method" | "headers" | "body"> & { target: string };

/** For requests that come over no wire too; header names are in lower case. */
export function describeRequest({ target, ...parts }: RequestParts): ReceivedRequest {
  const [path = "", ...query] = target.split("?");
  const idempotencyKey = parts.headers["idempotency-key"]?.toString() ?? null;
  return { ...parts, path, query: query.join("?"), idempotencyKey };
}
