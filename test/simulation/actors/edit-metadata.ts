import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { SimulatedMerchant } from "./merchants.ts";

const HOUR_MS = 3_600_000;
const MOST_EDITS = 3;

/**
 * An account's owner takes our ids off an intent, or writes another payment's there. From then on its events name no
 * payment, or another one: only the intent that the ledger has stored says whose they are.
 */
export async function editMetadata(simulation: Simulation, merchants: SimulatedMerchant[]): Promise<void> {
  const { faults, clock } = simulation;
  if (!faults.exists("metadata-edited")) return;
  const chance = simulation.chance("editors");
  for (let edits = chance.between(1, MOST_EDITS); edits > 0; edits--) {
    await clock.sleep(chance.between(0, chance.oneOf([HOUR_MS / 4, HOUR_MS, 20 * HOUR_MS])));
    if (faults.areOver()) return;
    const { accountId = "" } = chance.oneOf(merchants);
    const editable = editableIn(accountId);
    if (editable.length === 0) continue;
    const { id, svcPaymentId } = chance.oneOf(editable);
    const others = editable.filter((other) => other.id !== id);
    const becomes = others.length > 0 && chance.happens(0.4) ? chance.oneOf(others).svcPaymentId : "";
    simulation.tell("dashboard", () => `edits the metadata of ${id}: "${becomes}"`);
    simulation.reach("edited metadata");
    const { processor } = partsOf();
    processor.editedIntents.set(id, svcPaymentId);
    const form = { "metadata[svcPaymentId]": becomes, ...(becomes === "" && { "metadata[svcEnv]": "" }) };
    processor.ask("POST", `/v1/payment_intents/${id}`, form, accountId);
  }
}

/** Those that the ledger knows as its own: an open creation could not find its intent again. */
function editableIn(accountId: string): { id: string; svcPaymentId: string }[] {
  const { table, processor } = partsOf();
  const payments = table.all().filter(({ sk, state }) => sk === "PAYMENT" && state === "completed");
  const stored = new Map(
    payments.map((payment) => [String(payment.processorPaymentIntentId), String(payment.svcPaymentId)]),
  );
  return processor.list("payment_intent", accountId).flatMap(({ id }) => {
    const svcPaymentId = stored.get(id);
    return svcPaymentId && !processor.editedIntents.has(id) ? [{ id, svcPaymentId }] : [];
  });
}
