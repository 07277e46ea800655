import type { ShopOwner } from "./shop-owner.ts";

/** Its message may be shown. */
export class ServiceRejection extends Error {
  readonly status: number;

  constructor(status: number, { title = "No answer", detail = "" }: { title?: string; detail?: string }) {
    super(`${title}. ${detail}`);
    this.status = status;
  }
}

export async function askService<T>(
  { baseUrl, apiKey }: ShopOwner,
  method: "GET" | "POST",
  path: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      "X-Api-Key": apiKey,
      "Content-Type": "application/json",
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new ServiceRejection(response.status, answer as { title?: string; detail?: string });
  return answer as T;
}
