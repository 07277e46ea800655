import { Failure } from "./failure.ts";

/** Stands where a merchant's name stood. */
export const ERASED_NAME = "(erased)";

/** An erased merchant is its ids, amounts and times. Nothing new may be written about it, and it comes back by nothing. */
export type Erasable = { merchantId: string; erasedAt?: number };

export const isErased = ({ erasedAt }: Pick<Erasable, "erasedAt">): boolean => erasedAt !== undefined;

export function requireNotErased(merchant: Erasable): void {
  if (isErased(merchant)) throw new Failure("not_found", `The merchant ${merchant.merchantId} was erased.`);
}

/** Ids of ours and of the processor's. */
const IDS =
  /^(mer|key|svcpay|op|evt|rcv|ses|acct)_\w+(\/(op_\w+|po_\w+|recover|release|hold|[A-Z]+#\w+|\d{4}-\d{2}-\d{2}))?$/;

/** Of what an audit entry is about, ids stay; a name, which may look like one, or an address does not. */
export const keptSubject = ({ action, subject }: { action: string; subject?: string | undefined }) =>
  subject !== undefined && action !== "sign-up-merchant" && IDS.test(subject) ? subject : undefined;
