/**
 * API Gateway's one line of JSON per request, beside the function's own: it also knows requests that never reached a
 * function. Its time is the log's, and how long the function took is in the function's line. No headers, because they
 * hold API keys, and nothing of the caller's making that could break the line.
 */
export const ACCESS_LINE = JSON.stringify({
  requestId: "$context.requestId",
  sourceIp: "$context.identity.sourceIp",
  routeKey: "$context.routeKey",
  status: "$context.status",
  milliseconds: "$context.responseLatency",
  error: "$context.integrationErrorMessage",
});
