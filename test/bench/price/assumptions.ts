/** What cannot be counted on one machine. Change a number here and see what becomes of the sum. */

/**
 * When warm: milliseconds of waiting, which no memory shortens, and of a whole core, as measured on
 * x64. A create waits for the processor, a delivery for the merchant's server.
 */
export const TIMES: Readonly<Record<string, { waitMs: number; cpuMs: number }>> = {
  "create-payment": { waitMs: 390, cpuMs: 2.9 },
  "get-payment": { waitMs: 10, cpuMs: 1.4 },
  webhook: { waitMs: 50, cpuMs: 3.0 },
  delivery: { waitMs: 190, cpuMs: 2.0 },
};

/** Lambda gives a function a whole core at this memory, and its share of one below. */
export const MEGABYTES_OF_A_CORE = 1769;

/** Of a hundred invocations so many find no warm function. They are billed for its start, at which Lambda spares no CPU. */
export const COLD_PERCENT = 1;
export const COLD_START_MS = 350;
/** And they do what is done once: connections, secrets, code that was never run. In milliseconds of a whole core. */
export const FIRST_REQUEST_CPU_MS = 60;

/** Lambda's poller, for a message alone in its batch: received, deleted. What functions send is counted. */
export const POLLER_REQUESTS_PER_BATCH = 2;

/** What API Gateway fills in of its access log's line; the longest that are usual. */
export const ACCESS_VALUES: Readonly<Record<string, string>> = {
  "$context.requestId": "JKJaXmPLvHcESHA=",
  "$context.identity.sourceIp": "203.0.113.117",
  "$context.routeKey": "POST /v1/payments/intents",
  "$context.status": "201",
  "$context.responseLatency": "412",
  "$context.integrationErrorMessage": "-",
};

/** CloudWatch bills so many bytes with every line. */
export const BYTES_PER_LOG_LINE = 26;

/** An event's life. Payments stay: each further month is told beside the sum. */
export const STORED_MONTHS = 3;

/** DynamoDB bills so many bytes with every stored item and every entry of an index. */
export const STORED_OVERHEAD_BYTES = 100;

/** Out to the internet: a request to the processor, and the headers of answers and callbacks. */
export const PROCESSOR_REQUEST_BYTES = 1_200;
export const HEADER_BYTES = 600;
