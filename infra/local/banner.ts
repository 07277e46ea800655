import { join, relative } from "node:path";
import type { Demo } from "./demo.ts";

export function banner(demo: Demo, stateDir: string): string {
  const file = join(relative(process.cwd(), stateDir) || ".", "demo.json");
  return `
  The payments service is running. Open in a browser:

  Shop               ${demo.baseUrl}/demo/shop   buy something
  Console            ${demo.baseUrl}/            see the payment
  Docs               ${demo.baseUrl}/demo/docs   read and try the API

  Demo API key       ${demo.apiKey}
  Processor          ${demo.processorUrl} (simulated)
  All of this is in  ${file}

  Create a payment:

  curl -s ${demo.baseUrl}/v1/payments/intents \\
    -H 'X-Api-Key: ${demo.apiKey}' \\
    -H 'Idempotency-Key: order-1' -H 'Content-Type: application/json' \\
    -d '{"amountCents": 4999, "orderRef": "order-1"}'
`;
}
