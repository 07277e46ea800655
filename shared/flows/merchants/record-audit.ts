import { recordAudit } from "../../ledger/audit.ts";

/** The time and the randomness of a change, and who makes it. What the platform does by itself leaves no trace. */
export type Edge = { at: number; random: (size: number) => Uint8Array; actor?: string | undefined };

export type Trace = { action: string; subject?: string | undefined };

const ID_BYTES = 8;

/** Beside the merchant, for whoever asks later who did this and when. Never give it a secret. */
export async function leaveTrace(merchantId: string, { action, subject }: Trace, edge: Edge): Promise<void> {
  const { at, actor, random } = edge;
  if (!actor) return;
  await recordAudit(merchantId, Buffer.from(random(ID_BYTES)).toString("hex"), {
    at,
    actor,
    action,
    subject,
  });
}
