/** Headers of requests and answers, described once and referred to. */
export const HEADERS = {
  CorrelationId: {
    description: "The request's traceId: the one that you sent, or a new one.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._~:-]{1,128}$" },
  },
  RetryAfter: {
    description: "Seconds to wait before the same request is sent again.",
    schema: { type: "integer", format: "int32", minimum: 0 },
  },
  IdempotencyKey: {
    description:
      "The key under which the request is carried out: yours, or one that the service made. Repeat the request only with it.",
    schema: { type: "string" },
  },
  IdempotentReplayed: {
    description:
      "true on a replay: the response is the one to the first request with this key, as it was then.",
    schema: { type: "string", enum: ["true"] },
  },
  Link: {
    description:
      'The address of the next page, as <…>; rel="next" (RFC 8288). Absent on the last page; the feed of events has none, ' +
      "and always says where to go on.",
    schema: { type: "string" },
  },
  SearchedTo: {
    description:
      "How far the service searched: sent if a search was cut short, and in the feed of events. Absent " +
      "otherwise.",
    schema: { type: "string", format: "date-time" },
  },
  Time: {
    description:
      "In the feed of events: the service's time. Compare the events' times with it, not with your own clock.",
    schema: { type: "string", format: "date-time" },
  },
  LineCount: {
    description: "The total number of lines in all parts of the file.",
    schema: { type: "integer", format: "int32", minimum: 0 },
  },
  MissingDays: {
    description:
      "Days of the range that have no statement, and so are not in the file: 2026-07-03, 2026-07-05/2026-07-07. Absent " +
      "if there are none.",
    schema: { type: "string" },
  },
  NotFinalDays: {
    description:
      "Days of the range whose statement will be created again, in the same form. Absent if there are none.",
    schema: { type: "string" },
  },
  Allow: { description: "The methods that the path supports.", schema: { type: "string" } },
  WWWAuthenticate: { description: "How to authenticate.", schema: { type: "string", enum: ["Bearer"] } },
} as const;

export const headerRef = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
