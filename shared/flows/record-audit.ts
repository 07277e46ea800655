import { type AuditEntry, chainEntry, hashOfEntry } from "../domain/access/audit-chain.ts";
import type { Random } from "../domain/access/credential.ts";
import { Failure } from "../domain/failure.ts";
import { createAuditEntry, findNewestAudit } from "../ledger/audit.ts";
import { log } from "../runtime/logger.ts";

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

const SALT_BYTES = 8;

/** Of writers at once one wins each number. */
const MAX_TRIES = 25;

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
  const entry = { at, actor, maker, action, subject, reason, remark };
  if (isCheap(entry)) return log("info", `done by key: ${action}`, { merchantId, keyId: maker ?? actor });
  const salt = Buffer.from(random(SALT_BYTES)).toString("hex");
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [last] = await findNewestAudit(merchantId, 1);
    // An earlier try has written it, and its reply was lost.
    if (last?.salt === salt) return;
    const chained = chainEntry(merchantId, last, { entry, salt });
    if (!(await createAuditEntry(merchantId, chained))) continue;
    const audited = `${chained.number} ${hashOfEntry(merchantId, chained)}`;
    log("info", "an audit entry was written", { merchantId, audited });
    return;
  }
  throw new Failure("service_unavailable", "Too many changes at once. Send the same request again.", {
    retryAfterSeconds: 1,
  });
}

/**
 * What a key may do as often as it likes, and what moves no money and changes no setting. It is logged and has no entry:
 * a key could otherwise push its own deed out of sight. Everything else always has one.
 */
const CHEAP: ReadonlySet<string> = new Set([
  ...["send-test-event", "redeliver-event", "redeliver-dead-letters", "recover-events", "refresh-payment"],
  ...[
    "offer-console-read",
    "offer-console-finance",
    "enter-console-read",
    "enter-console-finance",
    "end-console-session",
    "end-console-sessions",
  ],
]);

/** An operator's deeds are all noted. */
const isCheap = ({ actor, maker, action }: AuditEntry): boolean =>
  CHEAP.has(action) && (maker ?? actor).startsWith("key_");
