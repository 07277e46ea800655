import type { WriteOutcome } from "./client.ts";
import { absentOr, below, type Change, updateItem } from "./expressions.ts";
import { readerKey } from "./table.ts";

/** A request lives for at most 25 s, and what it has sent may still arrive half a minute after it gave up. */
const LEASE_MS = 60_000;

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

/** Nobody's: neither of two requests that share a lease may end it while the other one is still sending. */
const SHARED = "shared";

/**
 * undefined: the lease is taken. Otherwise what another request is sending to the reader. A repeat for the same subject
 * shares the lease, which then lasts until it expires.
 */
export async function leaseReader(lease: ReaderLease, at: number): Promise<string | undefined> {
  const { subject, ownerToken } = lease;
  const isFree = { leaseExpiresAt: absentOr(below(at)) };
  const own = { ownerToken, onlyIf: isFree, knownBy: "ownerToken" } as const;
  // What it would have shared may have been released meanwhile: then it is free.
  for (const writing of [own, { ownerToken: SHARED, onlyIf: { subject } }, own]) {
    const outcome = await saveLease(lease, at, writing);
    if (outcome.written) return undefined;
    const { existing } = outcome;
    if (existing?.subject !== undefined && existing.subject !== subject) return existing.subject;
  }
  return "something else";
}

type Writing = { ownerToken: string } & Pick<Change<LeaseItem>, "onlyIf" | "knownBy">;

const saveLease = (
  { merchantId, readerId, subject }: ReaderLease,
  at: number,
  { ownerToken, ...write }: Writing,
): Promise<WriteOutcome<LeaseItem>> =>
  updateItem<LeaseItem>(readerKey(merchantId, readerId), {
    set: {
      subject,
      ownerToken,
      leaseExpiresAt: at + LEASE_MS,
      expiresAt: Math.ceil(at / 1000) + KEPT_SECONDS,
    },
    ...write,
  });

export const releaseReader = ({ merchantId, readerId, ownerToken }: ReaderLease): Promise<unknown> =>
  updateItem<LeaseItem>(readerKey(merchantId, readerId), {
    remove: ["subject", "ownerToken", "leaseExpiresAt"],
    onlyIf: { ownerToken },
    returnItem: false,
  });
