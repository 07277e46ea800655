export type ShopAction = {
  name: "capture" | "refund";
  label: string;
  promise: string;
  when: readonly string[];
  /** The callbacks that the shop's server should receive, and what the payment then is. */
  expects: readonly string[];
  endsIn: string;
};

export const SHOP_ACTIONS: readonly ShopAction[] = [
  {
    name: "capture",
    label: "Capture 49.99",
    promise: "Charges the authorized amount.",
    when: ["requires_capture"],
    expects: ["payment_intent.succeeded"],
    endsIn: "succeeded",
  },
  {
    name: "refund",
    label: "Refund 49.99",
    promise: "Refunds all of it, and the platform fee.",
    when: ["succeeded"],
    expects: ["charge.refunded"],
    endsIn: "refunded",
  },
];

/** With the card that the customer has saved. */
export const AGAIN = [
  {
    name: "saved",
    label: "Charge it again while the customer is away",
    promise: "A second payment of this customer. A card that asks to agree needs the customer.",
  },
  {
    name: "declined",
    label: "Charge another saved card, which is declined",
    promise: "Then charge the first one: it is the same payment.",
  },
] as const;

export const CHARGED = { expects: ["payment_intent.succeeded"], endsIn: "succeeded" };

export const HELD = { expects: ["payment_intent.amount_capturable_updated"], endsIn: "requires_capture" };
