import type { Rejection } from "../../local/shop/order.ts";

export async function ask<T>(method: "GET" | "POST", path: string, body?: string): Promise<T> {
  const response = await fetch(path, { method, ...(body !== undefined && { body }) }).catch(() => undefined);
  if (!response) throw new Error("The shop's server does not answer. Is it running?");
  const answer = (await response.json()) as T | Rejection;
  if (!response.ok) throw new Error((answer as Rejection).message);
  return answer as T;
}
