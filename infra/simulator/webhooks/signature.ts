import { createHmac } from "node:crypto";

export function signatureHeader(secret: string, body: string, nowSeconds: number): string {
  const hash = createHmac("sha256", secret).update(`${nowSeconds}.${body}`).digest("hex");
  return `t=${nowSeconds},v1=${hash}`;
}
