import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import Stripe from "stripe";
import { takeShortWays } from "./short-way.ts";

/** As long as a test may wait for anything. */
const PATIENCE_MS = 30_000;

type RequestHandler = Parameters<typeof takeShortWays>[0] & {
  updateHttpClientConfig: (name: never, value: never) => void;
};
type Client = { config: { requestHandler: RequestHandler } };
type Send = (this: Client, ...given: unknown[]) => unknown;

const patient = new WeakSet<object>();

/**
 * The functions give up on a ledger or a queue that is silent for a second or two. Here these servers share a busy
 * machine with all others, and tests hold calls back on purpose: both can take longer, and neither is an outage. How
 * patient the functions are in life is checked by itself (events/delivery-time).
 */
export function makeClientsPatient(): void {
  for (const { prototype } of [DynamoDBDocumentClient, SQSClient]) {
    if (patient.has(prototype)) continue;
    patient.add(prototype);
    const client = prototype as unknown as { send: Send };
    const { send } = client;
    client.send = function patientSend(...given) {
      if (!patient.has(this)) {
        patient.add(this);
        for (const name of ["connectionTimeout", "requestTimeout"])
          this.config.requestHandler.updateHttpClientConfig(name as never, PATIENCE_MS as never);
        if (prototype === DynamoDBDocumentClient.prototype) takeShortWays(this.config.requestHandler);
      }
      return send.apply(this, given);
    };
  }
}

const MOMENT_SECONDS = 0.02;

/**
 * The processor's SDK waits half a second before it repeats a request whose connection was cut. Hundreds of tests cut
 * one, and none is about that pause.
 */
export function shortenRetryPause(): void {
  Stripe.prototype.getInitialNetworkRetryDelay = () => MOMENT_SECONDS;
}
