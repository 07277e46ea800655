/** What the operations are about, in the order of the document. */
export const TAGS = {
  Payments: "Charges on the merchant's connected account: create, capture, refund, and look them up.",
  Terminal: "Card readers and where they stand.",
  Onboarding: "The merchant's connected account, and what it still lacks.",
  Events: "What the processor told, and whether your server has heard of it.",
  "Callback endpoint":
    "Where events are sent, how they are signed, and what to do when they are not believed.",
} as const;

export type TagName = keyof typeof TAGS;
