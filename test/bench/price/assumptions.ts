/** What cannot be counted on one machine. Change a number here and see what becomes of the sum. */

/** Billed milliseconds when warm. A create waits for the processor, a delivery for the merchant's server. */
export const BILLED_MS: Readonly<Record<string, number>> = {
  "create-payment": 400,
  "get-payment": 15,
  webhook: 60,
  delivery: 200,
};

/** Of a hundred invocations so many find no warm function, and are billed for its start too. */
export const COLD_PERCENT = 1;
export const COLD_START_MS = 350;

/** Lambda's poller, for a message alone in its batch: received, deleted. What functions send is counted. */
export const POLLER_REQUESTS_PER_BATCH = 2;

/** Lambda's own START, END and REPORT, which are left out at the system level WARN where an invocation goes well. */
export const PLATFORM_LOG_LEFT_OUT = { lines: 3, bytes: 410 };

/** A line of API Gateway's access log, filled in. */
export const ACCESS_LOG_BYTES = 340;

/** CloudWatch bills so many bytes with every line. */
export const BYTES_PER_LOG_LINE = 26;

/** X-Ray's default rule samples one request in twenty, beyond one a second. */
export const TRACED_PERCENT = 5;

/** An event's life. Payments stay: each further month is told beside the sum. */
export const STORED_MONTHS = 3;

/** DynamoDB bills so many bytes with every stored item and every entry of an index. */
export const STORED_OVERHEAD_BYTES = 100;

/** Out to the internet: a request to the processor, and the headers of answers and callbacks. */
export const PROCESSOR_REQUEST_BYTES = 1_200;
export const HEADER_BYTES = 600;
