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
    if (size > BODY_MAX_BYTES) {
      return undefined;
    }
    chunks.push(chunk);
  }
  const target = message.url ?? "/";
  const queryStart = target.indexOf("?");
  return {
    id,
    method: message.method ?? "GET",
    path: queryStart < 0 ? target : target.slice(0, queryStart),
    query: queryStart < 0 ? "" : target.slice(queryStart + 1),
    headers: message.headers,
    idempotencyKey: message.headers["idempotency-key"]?.toString() ?? null,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}
