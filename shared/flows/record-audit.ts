import type { Random } from "../domain/access/credential.ts";
import { createAuditEntry } from "../ledger/audit.ts";

/** The time and the randomness of a change, and who makes it. Without an actor the platform does it by itself. */
export type Change = {
  at: number;
  random: Random;
  actor?: string | undefined;
  /** Who made the console session that is the actor. */
  maker?: string | undefined;
  remark?: string | undefined;
};

export type AuditedAction = {
  action: string;
  subject?: string | undefined;
  reason?: string | undefined;
};

const ID_BYTES = 8;

/**
 * Notes who does what to a merchant, and when. Flows call it before the change itself: an entry for a change
 * that failed in its last step says too much, a change without an entry too little. Never give it a secret.
 */
export async function recordAudit(
  merchantId: string,
  { action, subject, reason }: AuditedAction,
  { at, actor, maker, remark, random }: Change,
): Promise<void> {
  if (!actor) return;
  const id = Buffer.from(random(ID_BYTES)).toString("hex");
  await createAuditEntry(merchantId, id, { at, actor, maker, action, subject, reason, remark });
}
