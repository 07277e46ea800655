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

export const HELD = { expects: ["payment_intent.amount_capturable_updated"], endsIn: "requires_capture" };
