import { getItem } from "./client.ts";
import { absentOr } from "./expressions.ts";
import { putItem } from "./items.ts";
import { testEventsKey } from "./table.ts";

/** The test events of a merchant that may still be on their way, newest first, on a version. */
export type TestEvents = { version: number; sent: SentTest[] };

/** `endpointId`: to a further endpoint. */
export type SentTest = { eventId: string; at: number; endpointId?: string };

export const findTestEvents = async (merchantId: string): Promise<TestEvents> =>
  (await getItem<TestEvents>(testEventsKey(merchantId))) ?? { version: 0, sent: [] };

/** false: another request was faster. */
export async function saveTestEvents(merchantId: string, { version, sent }: TestEvents): Promise<boolean> {
  const item = { ...testEventsKey(merchantId), merchantId, version: version + 1, sent };
  const outcome = await putItem(item, { version: absentOr(version) });
  // If the newest is ours, our write was applied and its reply lost.
  const [own] = sent;
  return outcome.written || (outcome.existing?.sent.some(({ eventId }) => eventId === own?.eventId) ?? false);
}
