import { hash } from "node:crypto";
import { compareText } from "./compare-text.ts";

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

export const sha256Hex = (content: string | Uint8Array): string => hash("sha256", content);

export const fingerprint = (body: unknown): string => sha256Hex(canonicalJson(body));
