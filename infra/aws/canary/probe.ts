/** The refusal that a stranger deserves: the webhook's door asks for a signature, every other one for a key. */
const REFUSALS = {
  webhook: { status: 400, problem: "invalid-signature" },
  endpoint: { status: 401, problem: "unauthorized" },
};

const refusalBy = (functionName: string) =>
  functionName.endsWith("-webhook") ? REFUSALS.webhook : REFUSALS.endpoint;

/** A request without key or signature, as API Gateway would hand it over. No address of ours: none is called. */
export const probeFor = (functionName: string): object => ({
  version: "2.0",
  rawPath: "/canary",
  headers: { "content-type": "application/json", "x-correlation-id": `canary-${functionName}` },
  requestContext: {
    requestId: "canary",
    domainName: "canary.invalid",
    http: { method: "POST", path: "/canary" },
  },
  body: "{}",
  isBase64Encoded: false,
});

type LambdaAnswer = { statusCode?: number; body?: string };

/** What is wrong with the answer; undefined if it is the refusal that was expected. */
export function judgeAnswer(functionName: string, text: string): string | undefined {
  const expected = refusalBy(functionName);
  const { statusCode, body } = JSON.parse(text) as LambdaAnswer;
  const { type } = JSON.parse(body ?? "{}") as { type?: string };
  if (statusCode === expected.status && type?.endsWith(`/problems/${expected.problem}`)) return undefined;
  return `${functionName} answered ${statusCode} ${type} where ${expected.status} ${expected.problem} was expected.`;
}
