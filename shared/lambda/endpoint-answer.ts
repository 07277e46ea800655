import type { HttpResult } from "./http.ts";

/** A body that was stored is answered byte for byte; any other is rendered here. */
export type EndpointAnswer = {
  status: number;
  body: string | object;
  replayed?: boolean;
  headers?: Record<string, string>;
};

export function render({ status, body, replayed, headers }: EndpointAnswer): HttpResult {
  return {
    statusCode: status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...(replayed && { "Idempotent-Replayed": "true" }),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}
