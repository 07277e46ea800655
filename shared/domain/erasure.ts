import { Failure } from "./failure.ts";

export const ERASED_NAME = "(erased)";

/** Of an erased merchant only ids, amounts and times stay. Nothing new may be written about it. */
export type Erasable = { merchantId: string; erasedAt?: number };

export function requireNotErased({ merchantId, erasedAt }: Erasable): void {
  if (erasedAt !== undefined) throw new Failure("not_found", `The merchant ${merchantId} was erased.`);
}

const IDS =
  /^(mer|key|svcpay|op|evt|rcv|ses|acct)_\w+(\/(op_\w+|ep_\w+|po_\w+|recover|release|hold|[A-Z]+#\w+|\d{4}-\d{2}-\d{2}))?$/;

/** Of an audit entry's subject, ids stay; a name or an address does not. */
export const keptSubject = ({ action, subject }: { action: string; subject?: string | undefined }) =>
  subject !== undefined && action !== "sign-up-merchant" && IDS.test(subject) ? subject : undefined;
