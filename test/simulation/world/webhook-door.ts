import { accountsOf } from "../../../shared/domain/finance/reconciliation.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { accountCreationKey, accountKey, merchantKey } from "../../../shared/ledger/table.ts";
import { type HttpAnswer, invoke } from "./functions.ts";
import { partsOf } from "./parts.ts";
import type { Webhook } from "./processor.ts";
import type { Simulation } from "./simulation.ts";

/**
 * An account that a rejected creation has left behind is nobody's, and so is the second one of a creation that was sent
 * again under a new key: what is told of it may be forgotten, also where it was linked before the merchant had the first.
 */
function isOfMerchant({ account, body }: Webhook): boolean {
  const { table } = partsOf();
  const link = table.peek(accountKey(account));
  const merchantId = String(link?.merchantId ?? merchantIn(body) ?? "");
  const merchant = table.peek(merchantKey(merchantId)) as Merchant | undefined;
  if (merchant?.account) return accountsOf(merchant).includes(account);
  return link !== undefined || table.peek(accountCreationKey(merchantId))?.state === "claimed";
}

/**
 * A whole event of an account that v2 made may come before the account is linked, and v1 may show no metadata: nobody can
 * know then whose it is, and the thin event tells the same (seed 720 009 312).
 */
const isAttributed = ({ account, body }: Webhook): boolean =>
  partsOf().table.peek(accountKey(account)) !== undefined || merchantIn(body) !== undefined;

/** Of a thin event, which says nothing of its account, v2 knows it. A whole one may show no metadata that v2 was given. */
function merchantIn(body: string): string | undefined {
  const event = JSON.parse(body) as WholeOrThin;
  return event.data
    ? event.data.object.metadata?.svcMerchantId
    : partsOf().processor.ownerOf(event.related_object?.id ?? "");
}

type WholeOrThin = {
  data?: { object: { metadata?: { svcMerchantId?: string } } };
  related_object?: { id: string };
};

const PATIENCE_MS = 20 * 60_000;

export type WebhookDoor = ReturnType<typeof createWebhookDoor>;

/** Hands the processor's webhooks to the service, and remembers which of them it has acknowledged. */
export function createWebhookDoor(simulation: Simulation) {
  const acknowledged: Webhook[] = [];
  const knock = async (webhook: Webhook): Promise<{ status: number; isDisturbed: boolean }> => {
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
    if (status === 400) simulation.violate("webhooks", `a genuine webhook is rejected: ${type} ${eventId}`);
    return { status, isDisturbed: outcome.kind !== "answered" || outcome.isDisturbed };
  };
  const deliver = async (webhook: Webhook): Promise<boolean> => {
    // Before it comes: another event may link the account while this one is under way.
    const wasAttributed = isAttributed(webhook);
    const isAcknowledged = (await knock(webhook)).status === 200;
    if (isAcknowledged && wasAttributed && isOfMerchant(webhook)) acknowledged.push(webhook);
    return isAcknowledged;
  };
  /** Whatever it is, it is no error of ours; and what it is about has time to show up, but is not waited for for ever. */
  const tellStrange = async (strange: (nowMs: number) => Webhook): Promise<void> => {
    const { clock } = simulation;
    const { status } = await knock(strange(clock.now));
    simulation.reach(`strange webhooks ${status}`);
    if (status !== 503) return;
    await clock.sleep(PATIENCE_MS);
    const again = await knock(strange(clock.now));
    if (again.status === 503 && !again.isDisturbed)
      simulation.violate(
        "webhooks",
        `${strange(clock.now).eventId} is rejected for longer than ${PATIENCE_MS} ms`,
      );
  };
  return { deliver, tellStrange, acknowledged };
}
