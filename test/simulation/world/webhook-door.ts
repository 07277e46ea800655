import { type HttpAnswer, invoke } from "./functions.ts";
import type { Webhook } from "./processor.ts";
import type { Simulation } from "./simulation.ts";

export type WebhookDoor = ReturnType<typeof createWebhookDoor>;

/** Hands the processor's webhooks to the service, and remembers which of them it has acknowledged. */
export function createWebhookDoor(simulation: Simulation) {
  const acknowledged: Webhook[] = [];
  const knock = async (webhook: Webhook): Promise<number> => {
    const { eventId, type, body, signature } = webhook;
    const outcome = await invoke<HttpAnswer>("webhook", {
      version: "2.0",
      rawPath: "/webhooks/processor",
      rawQueryString: "",
      headers: { host: "service.example", "content-type": "application/json", "stripe-signature": signature },
      requestContext: {
        domainName: "service.example",
        http: { method: "POST", path: "/webhooks/processor" },
      },
      body,
      isBase64Encoded: false,
    });
    const status = outcome.kind === "answered" ? outcome.answer.statusCode : 0;
    simulation.tell("processor", () => `tells ${type} ${eventId} → ${status || "no answer"}`);
    if (status === 500) simulation.violate("webhooks", `a webhook is answered 500: ${type} ${eventId}`);
    if (status === 400) simulation.violate("webhooks", `a genuine webhook is refused: ${type} ${eventId}`);
    return status;
  };
  const deliver = async (webhook: Webhook): Promise<boolean> => {
    const isAcknowledged = (await knock(webhook)) === 200;
    if (isAcknowledged) acknowledged.push(webhook);
    return isAcknowledged;
  };
  /** Whatever it is, it is no error of ours. */
  const tellStrange = async (webhook: Webhook): Promise<void> => {
    const status = await knock(webhook);
    simulation.reach(`strange webhooks ${status}`);
  };
  return { deliver, tellStrange, acknowledged };
}
