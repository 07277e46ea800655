import { type HttpAnswer, invoke } from "../world/functions.ts";
import type { Simulation } from "../world/simulation.ts";

const HOUR_MS = 3_600_000;
const SHARE = 0.04;

/** Somebody on the internet tells of a payment of its own invention, without the secret that webhooks are signed with. */
export async function forgeWebhook(simulation: Simulation): Promise<void> {
  const chance = simulation.chance("forgers");
  if (!chance.happens(SHARE)) return;
  await simulation.clock.sleep(chance.between(0, HOUR_MS));
  const seconds = Math.floor(simulation.clock.now / 1000);
  const path = "/webhooks/processor";
  const outcome = await invoke<HttpAnswer>("webhook", {
    version: "2.0",
    rawPath: path,
    rawQueryString: "",
    headers: { host: "service.example", "stripe-signature": `t=${seconds},v1=${"0".repeat(64)}` },
    requestContext: { domainName: "service.example", http: { method: "POST", path } },
    body: JSON.stringify({ id: "evt_forged", type: "payment_intent.succeeded", data: { object: {} } }),
    isBase64Encoded: false,
  });
  if (outcome.kind !== "answered") return;
  const { statusCode } = outcome.answer;
  simulation.reach(`forged webhooks ${statusCode}`);
  if (statusCode < 400) simulation.violate("webhooks", `a forged webhook is answered ${statusCode}`);
}
