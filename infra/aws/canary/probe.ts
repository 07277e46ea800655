import { composeApiKey } from "../../../shared/domain/access/api-key.ts";

/** The rejection that a stranger deserves: the webhook's door asks for a signature, every other one for a key. */
const REJECTIONS = {
  webhook: { status: 400, problem: "invalid_signature" },
  endpoint: { status: 401, problem: "unauthorized" },
};

const rejectionBy = (functionName: string) =>
  functionName.endsWith("-webhook") ? REJECTIONS.webhook : REJECTIONS.endpoint;

const consumesQueue = (functionName: string) => functionName.endsWith("-delivery");

/**
 * Well-formed, of an unknown merchant: it is looked up before it is rejected, which needs the function's role, the
 * table and its key.
 */
const { apiKey: NOBODYS_KEY } = composeApiKey("mer_canarycanarycana", (size) => new Uint8Array(size));

/** What proves that a version can work, and changes nothing: an empty batch, or a request as a stranger would make it. */
export const probeFor = (functionName: string): object =>
  consumesQueue(functionName) ? { Records: [] } : strangerAt(functionName);

/** Of the probed functions only the refund's serves several routes, and asks which one is meant. */
const REFUND_ROUTE = "POST /v1/payments/{id}/refund";

/** Without a signature and with an unknown key, as API Gateway would hand it over. */
const strangerAt = (functionName: string): object => ({
  version: "2.0",
  routeKey: functionName.endsWith("-refund-payment") ? REFUND_ROUTE : "$default",
  rawPath: "/canary",
  headers: {
    "content-type": "application/json",
    "x-api-key": NOBODYS_KEY,
    "x-correlation-id": `canary-${functionName}`,
  },
  requestContext: {
    requestId: "canary",
    domainName: "canary.invalid",
    http: { method: "POST", path: "/canary" },
  },
  body: "{}",
  isBase64Encoded: false,
});

type LambdaAnswer = { statusCode?: number; body?: string };

/** What is wrong with the answer; undefined if it is the one that was expected. */
export function judgeAnswer(functionName: string, text: string): string | undefined {
  if (!consumesQueue(functionName)) return judgeRejection(functionName, text);
  const { batchItemFailures } = JSON.parse(text) as { batchItemFailures?: unknown[] };
  if (batchItemFailures?.length === 0) return undefined;
  return `${functionName} answered ${text.slice(0, 100)} to an empty batch.`;
}

function judgeRejection(functionName: string, text: string): string | undefined {
  const expected = rejectionBy(functionName);
  const { statusCode, body } = JSON.parse(text) as LambdaAnswer;
  const { code } = JSON.parse(body ?? "{}") as { code?: string };
  if (statusCode === expected.status && code === expected.problem) return undefined;
  return `${functionName} answered ${statusCode} ${code} where ${expected.status} ${expected.problem} was expected.`;
}
