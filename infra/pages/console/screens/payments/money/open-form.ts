import type { MoneyOperation } from "../../../api/types.ts";
import { MONEY_OPERATIONS } from "./moves.ts";

/**
 * A form that moves money has one Idempotency-Key from its opening until an outcome is shown. It lies in the tab's
 * sessionStorage by payment and operation, so that a double click, a reload or a broken connection repeats the request
 * and cannot pay twice. `sent`: what was sent under the key; nothing else may be sent under it.
 */
export type OpenForm = { key: string; sent?: { amountCents?: number; reason?: string; replaces?: string } };

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;
export type FormPlace = { storage: Kept; svcPaymentId: string; operation: MoneyOperation };

const nameOf = ({ svcPaymentId, operation }: FormPlace): string => `svc-money ${operation} ${svcPaymentId}`;

export function readForm(place: FormPlace): OpenForm | undefined {
  try {
    const kept: unknown = JSON.parse(place.storage.getItem(nameOf(place)) ?? "null");
    return isForm(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Whether anything was begun of a payment and has no outcome yet. */
export const hasOpenForm = (storage: Kept, svcPaymentId: string): boolean =>
  MONEY_OPERATIONS.some((operation) => readForm({ storage, svcPaymentId, operation }));

const isForm = (kept: unknown): kept is OpenForm =>
  typeof kept === "object" && kept !== null && "key" in kept && typeof kept.key === "string";

/** The one that was open before, with its key, or a new one. */
export function openForm(place: FormPlace, newKey: () => string): OpenForm {
  return readForm(place) ?? keep(place, { key: newKey() });
}

/** To be called before anything is sent: after a crash in between the person can ask again. */
export const markSent = (place: FormPlace, form: OpenForm, sent: OpenForm["sent"]): OpenForm =>
  keep(place, { ...form, ...(sent && { sent }) });

export const forgetForm = (place: FormPlace): void => place.storage.removeItem(nameOf(place));

function keep(place: FormPlace, form: OpenForm): OpenForm {
  place.storage.setItem(nameOf(place), JSON.stringify(form));
  return form;
}

/**
 * Whether a rejection is an outcome: the service has looked at the request and says no for good. A session that has ended, a
 * request that is still under way, and everything of which nobody knows are none: the same request is sent again then.
 */
export const isOutcome = ({
  status = 0,
  title,
}: {
  status?: number | undefined;
  title?: string | undefined;
}) =>
  status >= 400 &&
  status < 500 &&
  title !== undefined &&
  ![401, 408, 429].includes(status) &&
  title !== "In progress";
