import { HOUR_MS } from "../time.ts";

/*
 * What an earlier listing of a payment's refunds has shown. A payment may have thousands, and each keyed refund must know
 * whether its own is among them. Only what is an hour old and more is kept: refunds cannot be backdated, so a listing
 * reads everything newer afresh, and what was listed then is listed still. If an operation is not
 * among these, it has no refund there. If it seems to be, its refund may have failed since, or two ids begin alike: then all
 * is listed again.
 */
export type RefundsSeen = {
  /** In seconds, as the processor counts: it holds refunds that were made before. */
  madeBefore: number;
  /** The listing has not come to its end, and goes on behind this refund. */
  after?: string | undefined;
  /** The beginning of each operation's id, which is a hash. */
  operations: Uint8Array;
  /** How much was returned at least, and at most: how the processor counts pending and failed ones is not documented. */
  leastCents: number;
  mostCents: number;
};

export type SeenRefund = {
  operationId: string | undefined;
  amountCents: number;
  status: string;
  createdAt: number;
};

export const nothingSeen = (now: number): RefundsSeen => ({
  madeBefore: Math.floor((now - HOUR_MS) / 1000),
  operations: new Uint8Array(),
  leastCents: 0,
  mostCents: 0,
});

export const isBefore = (
  { madeBefore }: RefundsSeen,
  { createdAt }: Pick<SeenRefund, "createdAt">,
): boolean => createdAt < madeBefore * 1000;

export function withRefunds(seen: RefundsSeen, refunds: readonly SeenRefund[]): RefundsSeen {
  const known = refunds.flatMap(({ operationId }) => (operationId ? [beginningOf(operationId)] : []));
  const succeeded = refunds.filter(({ status }) => status === "succeeded");
  return {
    ...seen,
    operations: Buffer.concat([seen.operations, ...known]),
    leastCents: seen.leastCents + sumOf(succeeded),
    mostCents: seen.mostCents + sumOf(refunds),
  };
}

const sumOf = (refunds: readonly SeenRefund[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

export function mayHaveSeen({ operations }: RefundsSeen, operationId: string): boolean {
  const beginning = beginningOf(operationId);
  const all = Buffer.from(operations);
  for (let at = 0; at < all.length; at += BYTES)
    if (beginning.equals(all.subarray(at, at + BYTES))) return true;
  return false;
}

const BYTES = 6;

/** `op_` and hexadecimal digits. */
const beginningOf = (operationId: string): Buffer => Buffer.from(operationId.slice(3, 3 + 2 * BYTES), "hex");
