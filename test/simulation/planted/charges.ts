import { bug, type PlantedBug } from "./planted-bug.ts";

/** Of charges while the customer is away, and of customers. */
export const CHARGE_BUGS: readonly PlantedBug[] = [
  bug("charge: a decline is taken for made", "shared/flows/payments/charge-payment.ts", {
    was: "lookUpOnIntent(payment, ({ status }) => isCollected(status))",
    becomes: "lookUpOnIntent(payment, ({ processorChargeId }) => processorChargeId !== null)",
    shows: ["I3"],
  }),
  bug("charge: 402 although it is paid", "shared/flows/payments/charge-payment.ts", {
    was: "(error) => explainRejection(error, operation, (current) => decideCharge(current, operation.decided)),",
    becomes: "(error) => { throw error; },",
    shows: ["I1", "I3"],
  }),
  bug("charge: a visit confirms", "shared/flows/payments/charge-payment.ts", {
    within: "visitCharge",
    was: "lookUp: ({ payment }) => lookUpCharge(payment),",
    becomes:
      "lookUp: async ({ payment, decided }) => {\n" +
      "      const found = await lookUpCharge(payment);\n" +
      '      if (found.kind !== "not_made" || decided.kind !== "charge") return found;\n' +
      '      const sent = { ...intentOf(payment), ...decided, processorKey: record.operationId + ".99" };\n' +
      '      return { kind: "made", value: await confirmIntent(sent) };\n' +
      "    },",
    shows: ["I1"],
  }),
  bug("charge: off_session is missing", "shared/processor/intents.ts", {
    was: "off_session: true,",
    becomes: "",
    shows: ["I1"],
  }),
  bug("charge: what is processing is charged again", "shared/domain/payments/charge.ts", {
    within: "isCollected",
    was: 'isPaid(status) || status === "requires_capture" || status === "processing"',
    becomes: 'isPaid(status) || status === "requires_capture"',
  }),
  bug("charge: sent to the merchant's current account", "shared/flows/payments/charge-payment.ts", {
    within: "ask",
    was: "confirmIntent({ ...intentOf(payment),",
    becomes:
      'confirmIntent({ ...intentOf(payment), accountId: operation.merchant?.account?.processorAccountId ?? "",',
  }),
  bug("customers: the owner's own are listed", "shared/processor/customers.ts", {
    was: ' AND metadata["svcEnv"]:$' + "{quoted(svcEnv)}`;",
    becomes: "`; void svcEnv;",
    shows: ["I7"],
  }),
];
