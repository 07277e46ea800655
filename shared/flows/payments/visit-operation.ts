import type { Decided } from "../../domain/payments/operation.ts";
import type { OperationRecord } from "../../ledger/payments.ts";
import type { ClaimVisit } from "../once/visit-claim.ts";
import { visitCancel } from "./cancel-payment.ts";
import { visitCapture } from "./capture-payment.ts";
import { visitCharge } from "./charge-payment.ts";
import { visitRefund } from "./refund-payment.ts";

/** A keyed operation that was left open, by what was decided to be done. */
export function visitOperation(record: OperationRecord<Decided>, now: number): Promise<ClaimVisit> {
  const { decided } = record;
  switch (decided.kind) {
    case "charge":
    case "already_charged":
      return visitCharge({ ...record, decided }, now);
    case "capture":
    case "already_captured":
      return visitCapture({ ...record, decided }, now);
    case "refund":
      return visitRefund({ ...record, decided }, now);
    case "cancel":
    case "already_canceled":
      return visitCancel({ ...record, decided }, now);
  }
}
