import type { EVENT_TYPES } from "../../../../../shared/domain/events/event-types.ts";
import type { CallbackAttempt, RecordedEvent } from "../../api/types.ts";
import { own } from "../../words/own.ts";

type Event = Pick<RecordedEvent, "id" | "type" | "svcPaymentId">;
type Attempt = Pick<CallbackAttempt, "attempt" | "payload">;

const namesOf = (
  { id, type, svcPaymentId }: Event,
  { attempt, payload }: Attempt,
): [name: string, value: string][] => [
  ["Content-Type", "application/json"],
  ["Svc-Event-Type", payload === "service" ? (own(SERVICE_NAMES, type) ?? type) : type],
  ["Svc-Event-Id", id],
  ["Svc-Attempt", String(attempt)],
  ...(svcPaymentId === null ? [] : ([["Svc-Payment-Id", svcPaymentId]] as [string, string][])),
  ...(payload === "service" ? ([["Svc-Payload", payload]] as [string, string][]) : []),
];

type Types = typeof EVENT_TYPES;

/** Those that the service payload calls otherwise: their names alone, since the table's sentences would weigh on the page. */
const SERVICE_NAMES: {
  [Type in keyof Types as Types[Type]["service"] extends Type ? never : Type]: Types[Type]["service"];
} = {
  "payment_intent.succeeded": "payment.succeeded",
  "payment_intent.processing": "payment.processing",
  "payment_intent.payment_failed": "payment.failed",
  "payment_intent.amount_capturable_updated": "payment.authorized",
  "payment_intent.canceled": "payment.canceled",
  "charge.refunded": "payment.refunded",
  "charge.dispute.created": "dispute.created",
  "charge.dispute.updated": "dispute.updated",
  "charge.dispute.closed": "dispute.closed",
  "radar.early_fraud_warning.created": "payment.fraud_warning",
};

/** The request's headers. Of the signatures only their form: who could copy them could send them again. */
export const headersText = (event: Event, attempt: Attempt): string =>
  [
    ...namesOf(event, attempt),
    ["Svc-Signature", "t=…,v1=…"],
    ["webhook-id", event.id],
    ["webhook-timestamp", "…"],
    ["webhook-signature", "v1,…"],
  ]
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/**
 * The same request, to be sent by the merchant's developer to a server of theirs. Body and secret are not the console's to
 * give: the one is fetched by an API key, the other signs where it lies. A body of the service payload is rendered when it
 * is sent and not kept: redelivering the event sends another one.
 */
export const curlOf = (event: Event, attempt: Attempt, origin: string): string =>
  [
    "# URL: your server. SECRET: its signing secret. API_KEY: a full key.",
    `curl -s ${quoted(`${origin}/v1/events/${event.id}`)} -H "X-Api-Key: $API_KEY" | jq -j .body > event.json`,
    "t=$(date +%s)",
    `v1=$({ printf '%s.' "$t"; cat event.json; } | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)`,
    [
      'curl -i "$URL"',
      ...namesOf(event, attempt).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      '-H "Svc-Signature: t=$t,v1=$v1"',
      "--data-binary @event.json",
    ].join(" \\\n  "),
  ].join("\n");

/** Quoted for a shell, whatever a later type is called. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
