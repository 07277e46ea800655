import { expectDocumented } from "./documented-answer.ts";

export type Reply = { status: number; headers: Headers; text: string; json: Record<string, unknown> };

export type CallOptions = { key?: string; headers?: Record<string, string>; rawBody?: string };

/** A merchant's backend, as far as these tests need one. */
export class MerchantApi {
  readonly baseUrl: string;
  readonly apiKey: string;

  constructor(baseUrl: string, apiKey: string) {
    this.baseUrl = baseUrl;
    this.apiKey = apiKey;
  }

  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Reply> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        "X-Api-Key": this.apiKey,
        "Content-Type": "application/json",
        ...(options.key !== undefined && { "Idempotency-Key": options.key }),
        ...options.headers,
      },
      ...(options.rawBody !== undefined && { body: options.rawBody }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const reply = { status: response.status, headers: response.headers, text, json: parse(text) };
    expectDocumented(method, path, reply);
    return reply;
  }

  create(body: unknown, key: string, options: CallOptions = {}): Promise<Reply> {
    return this.call("POST", "/v1/payments/intents", body, { ...options, key });
  }

  capture(id: unknown, body?: unknown, key?: string): Promise<Reply> {
    return this.call("POST", `/v1/payments/${id}/capture`, body, key === undefined ? {} : { key });
  }

  cancel(id: unknown, body?: unknown, key?: string): Promise<Reply> {
    return this.call("POST", `/v1/payments/${id}/cancel`, body, key === undefined ? {} : { key });
  }

  refund(id: unknown, body?: unknown, key?: string): Promise<Reply> {
    return this.call("POST", `/v1/payments/${id}/refund`, body, key === undefined ? {} : { key });
  }

  get(id: unknown): Promise<Reply> {
    return this.call("GET", `/v1/payments/${id}`);
  }

  /** Of its callback endpoints the oldest one's path. */
  async endpointPath(): Promise<string> {
    const { json } = await this.call("GET", "/v1/callback-endpoints");
    const [first] = json as unknown as { id: string }[];
    if (!first) throw new Error("The merchant has no callback endpoint.");
    return `/v1/callback-endpoints/${first.id}`;
  }

  async onEndpoint(what: string, body: unknown = {}): Promise<Reply> {
    return this.call("POST", `${await this.endpointPath()}/${what}`, body);
  }

  /** Changes the oldest callback endpoint, or creates it. */
  async setEndpoint(body: unknown): Promise<Reply> {
    const { json } = await this.call("GET", "/v1/callback-endpoints");
    const [first] = json as unknown as { id: string }[];
    return first
      ? this.call("PUT", `/v1/callback-endpoints/${first.id}`, body)
      : this.call("POST", "/v1/callback-endpoints", body);
  }
}

export function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
