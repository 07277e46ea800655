import { expect, it } from "vitest";
import { isConclusive } from "../../../../shared/domain/payments/payment.ts";
import type { IntentStatus, PaymentStatus } from "../../../../shared/domain/payments/status.ts";
import { aPayment, aSnapshot } from "../../../support/payments.ts";

type Case = { ledger: PaymentStatus; event: IntentStatus; believed: boolean; why: string };

it.each<Case>([
  { ledger: "requires_payment_method", event: "succeeded", believed: true, why: "it is news" },
  {
    ledger: "requires_action",
    event: "requires_capture",
    believed: false,
    why: "the end of the hold is on the charge",
  },
  { ledger: "processing", event: "canceled", believed: true, why: "it is the end" },
  { ledger: "requires_capture", event: "succeeded", believed: true, why: "it leads forward" },
  { ledger: "requires_capture", event: "canceled", believed: true, why: "it leads forward" },
  { ledger: "requires_payment_method", event: "processing", believed: false, why: "it may be over" },
  { ledger: "processing", event: "requires_payment_method", believed: false, why: "it leads back" },
  { ledger: "requires_action", event: "requires_confirmation", believed: false, why: "either may be later" },
  { ledger: "requires_capture", event: "requires_capture", believed: false, why: "it says nothing new" },
  { ledger: "succeeded", event: "requires_capture", believed: false, why: "it is late" },
  { ledger: "succeeded", event: "succeeded", believed: false, why: "it says nothing new" },
  { ledger: "succeeded", event: "canceled", believed: false, why: "one of the two is wrong" },
  { ledger: "canceled", event: "succeeded", believed: false, why: "one of the two is wrong" },
  { ledger: "partially_refunded", event: "succeeded", believed: false, why: "it is late" },
  { ledger: "refunded", event: "succeeded", believed: false, why: "it is late" },
])("$ledger in the ledger, $event in an event: believed $believed, because $why", (row) => {
  const event = aSnapshot({ status: row.event, charge: null });
  expect(isConclusive(aPayment({ status: row.ledger }), event)).toBe(row.believed);
});

it("does not believe the event of a partial capture, which lacks the fee", () => {
  const event = aSnapshot({ receivedCents: 600, charge: null });
  expect(isConclusive(aPayment({ status: "requires_capture" }), event)).toBe(false);
});
