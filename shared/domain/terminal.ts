import { Failure } from "./failure.ts";

/** Where readers stand. */
export type Location = { id: string; displayName: string };

export type NewLocation = {
  displayName: string;
  line1: string;
  line2?: string | undefined;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

export type Reader = {
  id: string;
  label: string;
  deviceType: string;
  status: "online" | "offline";
  locationId: string;
};

/** What a reader does now, or did last; none since it was registered or canceled. */
export type ReaderAction = {
  /** in_progress, succeeded or failed; the processor may add more. */
  status: string;
  /** What it collects or refunds, and the payment that the action names; none where it does something else. */
  intent: { intentId: string; svcPaymentId: string | undefined } | null;
  failureCode: string | null;
  /** Of one that refunds: which operation began it, under which number of its processor key, and what it made. */
  refund?: { operationId: string | undefined; keyNumber: string | undefined; refundId: string | undefined };
};

export type ReaderState = Reader & { action: ReaderAction | null };

export type ReaderWish = {
  svcPaymentId: string;
  skipTipping?: boolean | undefined;
  allowCancel?: boolean | undefined;
  /** Whatever payment the reader collects now. */
  replace?: boolean | undefined;
};

export type NewReader = { registrationCode: string; locationId: string; label?: string | undefined };

const READER_ID = /^tmr_[A-Za-z0-9_]{1,100}$/;

export const noSuchReader = (): Failure =>
  new Failure("not_found", "There is no such reader.", { processorSays: "missing" });

export function requireReaderId(id: string): string {
  if (READER_ID.test(id)) return id;
  throw noSuchReader();
}
