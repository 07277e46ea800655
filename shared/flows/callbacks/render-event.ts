import { bodyFor, type CallbackEndpoint } from "../../domain/events/callback-endpoint.ts";
import type { Payload } from "../../domain/events/event-types.ts";
import { sha256Hex } from "../../domain/id.ts";
import type { AccountOfMerchant } from "../../domain/onboarding.ts";
import { type AttemptRecord, type EventRecord, readableBody } from "../../ledger/events.ts";
import { renderServiceEvent } from "../deliveries/render-service-event.ts";

/*
 * What a callback's body is. Under the processor's payload it is the event's bytes as they came, which is of the event's
 * time. Under the service payload it is rendered at each attempt from the ledger: so a retry and a redelivery tell the
 * state of now, and the version in it says which of two bodies is newer, in whatever order they arrive.
 */

export type Rendered =
  | { kind: "rendered"; payload: Payload; type: string; body: Uint8Array; logged: LoggedBody }
  /** It is about nothing that the service payload can show, such as the merchant's own charges. */
  | { kind: "not_shown" }
  /** What it is about is not in the ledger now; its creation may still end, and a rebuild may bring it back. */
  | { kind: "missing" }
  /** What is stored is not the event's bytes any more. */
  | { kind: "damaged" };

/** What an attempt's log keeps of a body that is stored nowhere. The processor's bytes are the event's own. */
type LoggedBody = Pick<AttemptRecord, "payload" | "version" | "bodySha256">;

export async function renderEvent(
  event: EventRecord,
  endpoint: Pick<CallbackEndpoint, "payload">,
  merchant: AccountOfMerchant,
): Promise<Rendered> {
  const rawBody = readableBody(event);
  if (!rawBody) return { kind: "damaged" };
  const form = bodyFor(event, endpoint, merchant.account);
  if (form === "none") return { kind: "not_shown" };
  if (form === "as_received")
    return { kind: "rendered", payload: "processor", type: event.type, body: rawBody, logged: {} };
  const rendered = await renderServiceEvent(event, rawBody, merchant);
  if (rendered.kind !== "rendered") return rendered;
  const { type, version, body } = rendered;
  const logged = { payload: "service", version, bodySha256: sha256Hex(body) } as const;
  return { kind: "rendered", payload: "service", type, body, logged };
}
