import { DAY_SECONDS } from "../domain/time.ts";
import { getItem } from "./client.ts";
import { absentOr, putItem } from "./expressions.ts";
import { expiryAt, testEventsKey } from "./table.ts";

/** The test events to one endpoint that may still be on their way, newest first, on a version. */
export type TestEvents = { version: number; sent: SentTest[] };

export type SentTest = { eventId: string; at: number };

/** A test event is on its way for a day at most. */
const KEPT_SECONDS = 30 * DAY_SECONDS;

type Place = { merchantId: string; endpointId: string };

export const findTestEvents = async ({ merchantId, endpointId }: Place): Promise<TestEvents> =>
  (await getItem<TestEvents>(testEventsKey(merchantId, endpointId))) ?? { version: 0, sent: [] };

/** `own` is added. false: another request was faster. */
export async function saveTestEvents(
  { merchantId, endpointId }: Place,
  { version, sent }: TestEvents,
  own: SentTest,
): Promise<boolean> {
  const item = {
    ...testEventsKey(merchantId, endpointId),
    ...{ merchantId, version: version + 1, sent: [own, ...sent] },
    expiresAt: expiryAt(own.at, KEPT_SECONDS),
  };
  const outcome = await putItem(item, { version: absentOr(version) });
  // If ours is among them, our write was applied and its reply lost.
  return outcome.written || (outcome.existing?.sent.some(({ eventId }) => eventId === own.eventId) ?? false);
}
