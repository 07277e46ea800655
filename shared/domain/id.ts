import { hash } from "node:crypto";
import { compareText } from "./values.ts";

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

export const sha256Hex = (content: string | Uint8Array): string => hash("sha256", content);

/** 128 bits: what a payment's item stores is billed by its size. */
export const fingerprint = (body: unknown): string =>
  hash("sha256", canonicalJson(body), "buffer").subarray(0, 16).toString("base64url");

const HASH_CHARACTERS = 32;

/**
 * The payment is its own idempotency record, so its id follows from the merchant and the key. A plain hash, not a
 * keyed one: if a secret were rotated, every key would be forgotten and a retry would charge twice.
 */
export function paymentIdFor(merchantId: string, idempotencyKey: string): string {
  return `svcpay_${sha256Hex(`payment\n${merchantId}\n${idempotencyKey}`).slice(0, HASH_CHARACTERS)}`;
}

export function operationIdFor(svcPaymentId: string, operation: string, idempotencyKey: string): string {
  return `op_${sha256Hex(`${operation}\n${svcPaymentId}\n${idempotencyKey}`).slice(0, HASH_CHARACTERS)}`;
}

/** A failed refund is replaced at most once, whoever asks under whatever key: so its replacement is one operation. */
export const replacementIdFor = (svcPaymentId: string, failedRefundId: string): string =>
  operationIdFor(svcPaymentId, "replace", failedRefundId);

export type Once = { processorKey: string; isCallersKey: boolean; at: number };

/**
 * For what only the processor stores: its key makes it once. A caller's key is scoped to (merchant, operation, key).
 * Without one the key is this request's own, and finds nothing later.
 */
export const onceFor = (request: {
  merchantId: string;
  operation: string;
  idempotencyKey: string | undefined;
  ownerToken: string;
  at: number;
}): Once => {
  const { merchantId, operation, idempotencyKey, ownerToken, at } = request;
  return idempotencyKey === undefined
    ? { processorKey: ownerToken, isCallersKey: false, at }
    : { processorKey: sha256Hex(`${operation}\n${merchantId}\n${idempotencyKey}`), isCallersKey: true, at };
};
