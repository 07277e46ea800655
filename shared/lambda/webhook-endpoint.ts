import middy from "@middy/core";
import type { Context } from "aws-lambda";
import type { AnswerTo } from "../contract/answer.ts";
import { receiveWebhook as operation } from "../contract/webhook.ts";
import { Failure } from "../domain/failure.ts";
import { environmentConfig, ledgerConfig, requireSettings, type Setting } from "../runtime/config.ts";
import { runInvocation, signatureSeconds } from "../runtime/invocation.ts";
import { takingNotes } from "../runtime/logger.ts";
import { everyAnswer, renderAnswer } from "./every-answer.ts";
import { EARLY_MS, type HttpEvent, type HttpResult } from "./http.ts";

const MAX_BODY_BYTES = 256 * 1024;

type WebhookRequest = {
  rawBody: Uint8Array;
  signature: string | undefined;
  traceId: string;
  /** The wall clock, which the signature's is compared with. */
  signatureSeconds: number;
  at: number;
};

/** The processor's door: no API key, the exact bytes, and a signature over them. */
export function webhookEndpoint(
  handle: (request: WebhookRequest) => Promise<AnswerTo<typeof operation>>,
  needs: readonly Setting[],
) {
  requireSettings([environmentConfig, ledgerConfig, ...needs]);
  const handler = middy<HttpEvent, HttpResult>(TIMING)
    .use(everyAnswer(operation, MAX_BODY_BYTES))
    .handler(async (event: HttpEvent) => renderAnswer(operation, await handle(toWebhook(event))));
  return (event: HttpEvent, context: Context) =>
    runInvocation(
      () => context.getRemainingTimeInMillis(),
      () => takingNotes(() => handler(event, context)),
    );
}

/** Too slow is no fault of ours, and no reason for an alarm: the processor sends the event again. */
const TIMING = {
  timeoutEarlyInMillis: EARLY_MS,
  timeoutEarlyResponse: () => {
    throw new Failure("service_unavailable", "The event took too long. Send it again.", {
      retryAfterSeconds: 1,
    });
  },
};

const toWebhook = (event: HttpEvent): WebhookRequest => ({
  rawBody: Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8"),
  signature: event.headers["stripe-signature"],
  traceId: event.facts.traceId,
  signatureSeconds: signatureSeconds(),
  at: event.facts.startedAt,
});
