const EDITED_IDS =
  "An event whose intent lost our ids is looked for among the merchant's payments, also when it is redelivered before it was applied (integration/open-work/events.faults).";

/** Rights of which neither the rehearsal's proof nor the simulation makes use, and why they are kept. */
export const KEPT_RIGHTS: Readonly<Record<string, string>> = {
  "redeliver-event BatchGetItem PAYMENT#": EDITED_IDS,
  "redeliver-event Query mer_ on payments-by-merchant": EDITED_IDS,
};
