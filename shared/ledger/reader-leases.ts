import { absentOr, below } from "./expressions.ts";
import { updateItem } from "./items.ts";
import { readerKey } from "./table.ts";

/** Longer than a request lives. Two tills must not send to one reader within the same moment. */
const LEASE_MS = 30_000;

/** The item is of no use afterwards. */
const KEPT_SECONDS = 24 * 60 * 60;

type ReaderLease = { svcPaymentId?: string; ownerToken?: string; leaseExpiresAt?: number; expiresAt: number };

type Lease = {
  merchantId: string;
  readerId: string;
  svcPaymentId: string;
  /** Random, of one request. */
  ownerToken: string;
};

/**
 * undefined: the lease is taken. Otherwise the payment that another request is sending to the reader. A repeat for the same
 * payment takes the lease over, and `replaces` takes it from any payment.
 */
export async function leaseReader(
  { merchantId, readerId, svcPaymentId, ownerToken }: Lease,
  { at, replaces }: { at: number; replaces: boolean },
): Promise<string | undefined> {
  const outcome = await updateItem<ReaderLease>(readerKey(merchantId, readerId), {
    set: {
      svcPaymentId,
      ownerToken,
      leaseExpiresAt: at + LEASE_MS,
      expiresAt: Math.ceil(at / 1000) + KEPT_SECONDS,
    },
    onlyIf: replaces ? {} : { anyOf: [{ leaseExpiresAt: absentOr(below(at)) }, { svcPaymentId }] },
  });
  return outcome.written ? undefined : (outcome.existing?.svcPaymentId ?? "another payment");
}

export const releaseReader = ({ merchantId, readerId, ownerToken }: Lease): Promise<unknown> =>
  updateItem<ReaderLease>(readerKey(merchantId, readerId), {
    remove: ["svcPaymentId", "ownerToken", "leaseExpiresAt"],
    onlyIf: { ownerToken },
    returnItem: false,
  });
