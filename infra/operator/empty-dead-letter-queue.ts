import { clearDeadLetters } from "../../shared/flows/callbacks/clear-dead-letters.ts";
import { countDeadLetters } from "../../shared/queues/dead-letters.ts";
import type { Session } from "./session.ts";

/** A batch is ten messages and a few calls. */
const BATCHES_AT_ONCE = 5;

export type Emptied = { removed: number; putBack: number; left: number };

/**
 * Goes through the queue about once: it ends when nothing more comes, or when as many came as there were. What stays
 * becomes visible again after a moment.
 */
export async function emptyDeadLetterQueue(
  filter: { merchantId: string | undefined },
  session: Session,
): Promise<Emptied> {
  const total = await countDeadLetters();
  const emptied: Emptied = { removed: 0, putBack: 0, left: 0 };
  let received = 0;
  const clearBatches = async () => {
    while (received < total) {
      const batch = await clearDeadLetters(filter, session.change());
      if (batch.received === 0) return;
      received += batch.received;
      emptied.removed += batch.removed;
      emptied.putBack += batch.putBack;
      emptied.left += batch.left;
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, clearBatches));
  return emptied;
}
