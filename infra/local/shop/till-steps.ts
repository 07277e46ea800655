/** waiting: for a card, for this order; busy: with another order. */
type ReaderState = "ready" | "waiting" | "busy" | "offline";

export type TillStep = {
  name: "send" | "tap" | "tap-declined" | "press-cancel" | "free" | "offline" | "online";
  label: string;
  promise: string;
  /** Of the reader, when this can be done. */
  when: readonly ReaderState[];
  /** For the timeline: who did what. */
  who: string;
  did: string;
  /** The callbacks that the shop's server should receive, and what the payment then is. */
  expects: readonly string[];
  endsIn: string;
};

const UNPAID = { expects: [], endsIn: "requires_payment_method" };

/** Between a cashier, a customer and a simulated reader. */
export const TILL_STEPS: readonly TillStep[] = [
  {
    name: "send",
    label: "Send to the reader",
    promise: "The reader shows 49.99 and waits for a card.",
    when: ["ready"],
    who: "Till",
    did: "sent the payment to the reader.",
    ...UNPAID,
  },
  {
    name: "tap",
    label: "Tap a card",
    promise: "The customer's bank approves it.",
    when: ["waiting"],
    who: "Customer",
    did: "tapped a card.",
    expects: ["payment_intent.succeeded"],
    endsIn: "succeeded",
  },
  {
    name: "tap-declined",
    label: "Tap a card that is declined",
    promise: "The till can send the payment again.",
    when: ["waiting"],
    who: "Customer",
    did: "tapped a card.",
    expects: ["payment_intent.payment_failed"],
    endsIn: "requires_payment_method",
  },
  {
    name: "press-cancel",
    label: "Press Cancel on the reader",
    promise: "The customer changes their mind.",
    when: ["waiting"],
    who: "Customer",
    did: "pressed Cancel on the reader.",
    ...UNPAID,
  },
  {
    name: "free",
    label: "Cancel at the till",
    promise: "The cashier frees the reader, whatever it is doing.",
    when: ["waiting", "busy"],
    who: "Till",
    did: "canceled the reader's action.",
    ...UNPAID,
  },
  {
    name: "offline",
    label: "Take the reader offline",
    promise: "It loses its network: a payment cannot be sent to it.",
    when: ["ready", "waiting", "busy"],
    who: "Reader",
    did: "went offline.",
    ...UNPAID,
  },
  {
    name: "online",
    label: "Bring the reader online",
    promise: "The till can send the payment again.",
    when: ["offline"],
    who: "Reader",
    did: "is online.",
    ...UNPAID,
  },
];

/** What the till shows of its reader. */
export type TillState = { reader: string; action: string; state: ReaderState };
