import { createHmac } from "node:crypto";

/** The processor's signature header: a time, and a keyed hash over time and body. */
export function signatureHeader(secret: string, body: string, nowSeconds: number): string {
  const hash = createHmac("sha256", secret).update(`${nowSeconds}.${body}`).digest("hex");
  return `t=${nowSeconds},v1=${hash}`;
}
