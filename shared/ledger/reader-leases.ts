import { absentOr, below, updateItem } from "./expressions.ts";
import { readerKey } from "./table.ts";

/** Longer than a request lives. Two tills must not send to one reader within the same moment. */
const LEASE_MS = 30_000;

/** The item is of no use afterwards. */
const KEPT_SECONDS = 24 * 60 * 60;

type LeaseItem = { subject?: string; ownerToken?: string; leaseExpiresAt?: number; expiresAt: number };

export type ReaderLease = {
  merchantId: string;
  readerId: string;
  /** What is sent: a payment, or the operation that refunds one. */
  subject: string;
  /** Random, of one request. */
  ownerToken: string;
};

/**
 * undefined: the lease is taken. Otherwise what another request is sending to the reader. A repeat for the same subject takes
 * the lease over, and `replaces` takes it from any.
 */
export async function leaseReader(
  { merchantId, readerId, subject, ownerToken }: ReaderLease,
  { at, replaces }: { at: number; replaces: boolean },
): Promise<string | undefined> {
  const outcome = await updateItem<LeaseItem>(readerKey(merchantId, readerId), {
    set: {
      subject,
      ownerToken,
      leaseExpiresAt: at + LEASE_MS,
      expiresAt: Math.ceil(at / 1000) + KEPT_SECONDS,
    },
    onlyIf: replaces ? {} : { anyOf: [{ leaseExpiresAt: absentOr(below(at)) }, { subject }] },
  });
  return outcome.written ? undefined : (outcome.existing?.subject ?? "another request");
}

export const releaseReader = ({ merchantId, readerId, ownerToken }: ReaderLease): Promise<unknown> =>
  updateItem<LeaseItem>(readerKey(merchantId, readerId), {
    remove: ["subject", "ownerToken", "leaseExpiresAt"],
    onlyIf: { ownerToken },
    returnItem: false,
  });
