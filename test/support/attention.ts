import type { components } from "../../shared/client/generated/contract.ts";
import type { MerchantApi } from "./api.ts";
import type { LocalService } from "./local-service.ts";

export type Attention = components["schemas"]["Attention"];

export const DAY_SECONDS = 86_400;

/** What needs a person now, of one payment or of all. */
export async function attentionOf(api: MerchantApi, svcPaymentId?: string): Promise<Attention[]> {
  const { text } = await api.call("GET", "/v1/attention");
  const all = JSON.parse(text) as Attention[];
  return all.filter(({ subject }) => !svcPaymentId || subject.svcPaymentId === svcPaymentId);
}

/** Uses a control of the simulator, for what happens at the processor's dashboard or at a bank. */
export async function control(service: LocalService, path: string, body: object = {}): Promise<void> {
  const answer = await fetch(`${service.stack.processorUrl}/_simulator/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}
