import {
  adviceFor,
  type DoctorsVerdict,
  diagnoseSignature,
  eventIdIn,
  isServiceBody,
  type SeenMessage,
} from "../../domain/access/signature-doctor.ts";
import { openSecrets } from "../../domain/access/signing-secret.ts";
import {
  type CallbackSecret,
  endedSecrets,
  liveSecrets,
  requireEndpoint,
} from "../../domain/events/callback-endpoint.ts";
import { findEvent, readableBody } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { readCallbackKeys } from "../../runtime/secrets.ts";

export type Diagnosis = { verdict: DoctorsVerdict; advice: string };

/** The signature doctor. It tells whether a signature is right, never what it should have been. */
export async function diagnoseCallback(
  merchant: Merchant,
  endpointId: string,
  seen: SeenMessage,
  { at, signatureSeconds }: { at: number; signatureSeconds: number },
): Promise<Diagnosis> {
  const { merchantId } = merchant;
  const endpoint = requireEndpoint(merchant, endpointId);
  const open = async (secrets: CallbackSecret[]) => {
    const boxes = secrets.map(({ box }) => box);
    return openSecrets(boxes, await readCallbackKeys(boxes), merchantId);
  };
  const known = {
    live: await open(liveSecrets(endpoint, at)),
    ended: await open(endedSecrets(endpoint, at)),
    sentBody: await sentBodyOf(merchantId, seen.rawBody),
  };
  const verdict = diagnoseSignature(seen, known, signatureSeconds);
  return { verdict, advice: adviceFor(verdict, seen.signatureHeader, signatureSeconds) };
}

/**
 * Another merchant's event counts as none. A body of the service payload is not stored, so it is judged by itself.
 */
async function sentBodyOf(merchantId: string, rawBody: string): Promise<Uint8Array | undefined> {
  if (isServiceBody(rawBody)) return undefined;
  const eventId = eventIdIn(rawBody);
  const event = eventId === undefined ? undefined : await findEvent(eventId);
  return event?.merchantId === merchantId ? readableBody(event) : undefined;
}
