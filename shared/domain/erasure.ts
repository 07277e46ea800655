import { Failure } from "./failure.ts";

/** Stands where a merchant's name stood. */
export const ERASED_NAME = "(erased)";

/** An erased merchant is its ids, amounts and times. Nothing new may be written about it, and it comes back by nothing. */
export type Erasable = { merchantId: string; erasedAt?: number };

export const isErased = ({ erasedAt }: Pick<Erasable, "erasedAt">): boolean => erasedAt !== undefined;

export function requireNotErased(merchant: Erasable): void {
  if (isErased(merchant)) throw new Failure("not_found", `The merchant ${merchant.merchantId} was erased.`);
}

/** Of what an audit entry is about, ids stay; a name or an address does not. */
export const keptSubject = (subject: string | undefined): string | undefined =>
  subject !== undefined && /^[a-z]+_\w+$/.test(subject) ? subject : undefined;
