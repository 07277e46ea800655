/**
 * What stands between a generated client and the service. Under `/grown` every answer has fields that the document does
 * not know, under `/renamed` a status: both may come one day, and must not break a client.
 */
const FUTURE = /^\/(grown|renamed)(?=\/)/;

export const pathOf = (url: string): string => url.replace(FUTURE, "");

export function shownAnswer(url: string, body: string): string {
  const future = FUTURE.exec(url)?.[1];
  if (future === "grown") return JSON.stringify(JSON.parse(body, withMore));
  return future === "renamed" ? body.replace(/"status":"\w+"/g, '"status":"of_the_future"') : body;
}

const withMore = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...value, addedLater: { list: [1, null] } }
    : value;

/** A document that names a field which no answer has, and an amount as a text. */
export function plantedAnswer(url: string, body: string): string {
  if (url.endsWith("/capture")) return body.replace('"amountCents":3000', '"amountCents":"3000"');
  if (url !== "/v1/openapi.json") return body;
  const document = JSON.parse(body);
  const { Payment } = document.components.schemas;
  Payment.properties.receiptUrl = { type: "string" };
  Payment.required.push("receiptUrl");
  return JSON.stringify(document);
}
