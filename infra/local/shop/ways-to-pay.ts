/** A test payment method of the processor. */
export type WayToPay = {
  name: string;
  label: string;
  promise: string;
  paymentMethod?: string;
  /** The callbacks that the shop's server should receive, and what the payment then is. */
  expects: readonly string[];
  endsIn: string;
};

const SUCCEEDED = "payment_intent.succeeded";

export const WAYS_TO_PAY: readonly WayToPay[] = [
  {
    name: "card",
    label: "Card that succeeds",
    promise: "Succeeds right away.",
    paymentMethod: "pm_card_visa",
    expects: [SUCCEEDED],
    endsIn: "succeeded",
  },
  {
    name: "wallet",
    label: "Apple Pay",
    promise: "A simulated wallet. Succeeds right away.",
    paymentMethod: "pm_simulator_applePay",
    expects: [SUCCEEDED],
    endsIn: "succeeded",
  },
  {
    name: "google-pay",
    label: "Google Pay",
    promise: "A simulated wallet. Succeeds right away.",
    paymentMethod: "pm_simulator_googlePay",
    expects: [SUCCEEDED],
    endsIn: "succeeded",
  },
  {
    name: "link",
    label: "Link",
    promise: "A simulated wallet of the processor. Succeeds right away.",
    paymentMethod: "pm_simulator_link",
    expects: [SUCCEEDED],
    endsIn: "succeeded",
  },
  {
    name: "klarna",
    label: "Klarna",
    promise: "The customer has to agree on Klarna's page first.",
    paymentMethod: "pm_simulator_klarna",
    expects: [],
    endsIn: "requires_action",
  },
  {
    name: "declined",
    label: "Card that is declined",
    promise: "The bank declines it. The customer can try another card.",
    paymentMethod: "pm_card_chargeDeclined",
    expects: ["payment_intent.payment_failed"],
    endsIn: "requires_payment_method",
  },
  {
    name: "authentication",
    label: "Card that asks for authentication",
    promise: "The customer has to authenticate first.",
    paymentMethod: "pm_card_authenticationRequired",
    expects: [],
    endsIn: "requires_action",
  },
  {
    name: "bank-debit",
    label: "Bank debit",
    promise: "Processing first. The bank confirms later.",
    paymentMethod: "pm_usBankAccount",
    expects: ["payment_intent.processing", SUCCEEDED],
    endsIn: "succeeded",
  },
  {
    name: "failed-debit",
    label: "Bank debit that fails",
    promise: "Processing first. Then it fails: insufficient funds.",
    paymentMethod: "pm_usBankAccount_insufficientFunds",
    expects: ["payment_intent.processing", "payment_intent.payment_failed"],
    endsIn: "requires_payment_method",
  },
  {
    name: "dispute",
    label: "Card that is disputed",
    promise: "Paid, then disputed by the customer.",
    paymentMethod: "pm_card_createDispute",
    expects: [SUCCEEDED, "charge.dispute.created"],
    endsIn: "succeeded",
  },
  {
    name: "fraud-warning",
    label: "Card with a fraud warning",
    promise: "Paid, then the bank suspects fraud. The console offers a refund.",
    paymentMethod: "pm_card_createIssuerFraudRecord",
    expects: [SUCCEEDED],
    endsIn: "succeeded",
  },
];

/** Confirming again without a payment method stands for the customer who has authenticated. */
export const AGREEMENT: WayToPay = {
  name: "agreement",
  label: "Authenticate as the customer",
  promise: "",
  expects: [SUCCEEDED],
  endsIn: "succeeded",
};
