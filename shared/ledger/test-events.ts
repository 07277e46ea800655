import { DAY_SECONDS, expiryAt } from "../domain/time.ts";
import { getItem } from "./client.ts";
import { absentOr } from "./expressions.ts";
import { putItem } from "./items.ts";
import { testEventsKey } from "./table.ts";

/** The test events to an endpoint that may still be on their way, newest first, on a version. */
export type TestEvents = { version: number; sent: SentTest[] };

export type SentTest = { eventId: string; at: number };

type Receiver = { merchantId: string; endpointId: string };

export const findTestEvents = async ({ merchantId, endpointId }: Receiver): Promise<TestEvents> =>
  (await getItem<TestEvents>(testEventsKey(merchantId, endpointId))) ?? { version: 0, sent: [] };

/** By then the newest of them has ended. */
const TTL_SECONDS = 14 * DAY_SECONDS;

/** false: another request was faster. */
export async function saveTestEvents(
  { merchantId, endpointId }: Receiver,
  { version, sent }: TestEvents,
): Promise<boolean> {
  const expiresAt = expiryAt(sent[0]?.at ?? 0, TTL_SECONDS);
  const item = {
    ...testEventsKey(merchantId, endpointId),
    merchantId,
    version: version + 1,
    sent,
    expiresAt,
  };
  const outcome = await putItem(item, { version: absentOr(version) });
  // If the newest is ours, our write was applied and its reply lost.
  const [own] = sent;
  return outcome.written || (outcome.existing?.sent.some(({ eventId }) => eventId === own?.eventId) ?? false);
}
