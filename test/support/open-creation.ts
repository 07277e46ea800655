import { randomUUID } from "node:crypto";
import { paymentIdFor } from "../../shared/domain/id.ts";
import type { LocalService } from "./local-service.ts";
import { PROCESSOR_TRIES } from "./sdk-tries.ts";
import { intentCreation } from "./wire-calls.ts";

/** A payment that was claimed and never reached the processor. */
export async function openCreation(service: LocalService, amountCents = 1000) {
  const key = randomUUID();
  service.processor.inject(intentCreation, { kind: "drop_request" }, PROCESSOR_TRIES);
  const { status } = await service.api.create({ amountCents }, key);
  if (status !== 503) throw new Error(`The creation was answered with ${status}.`);
  service.processor.clear();
  return { key, id: paymentIdFor(service.stack.demo.merchantId, key) };
}
