const MAX_ENTRIES = 1000;

export type LoggedRequest = {
  seq: number;
  method: string;
  path: string;
  account: string | null;
  idempotencyKey: string | null;
  /** Null while there is no answer, and for ever where a fault swallowed it. */
  status: number | null;
};

export type RequestLog = ReturnType<typeof createRequestLog>;

/** The last requests to the API, so that a test can count what its subject asked the processor. */
export function createRequestLog() {
  const entries: LoggedRequest[] = [];
  let lastSeq = 0;
  return {
    add(request: Omit<LoggedRequest, "seq" | "status">): LoggedRequest {
      const { method, path, account, idempotencyKey } = request;
      lastSeq += 1;
      const entry = { seq: lastSeq, method, path, account, idempotencyKey, status: null };
      entries.push(entry);
      // A load test must not eat the memory of the machine it runs on.
      if (entries.length > MAX_ENTRIES) entries.shift();
      return entry;
    },
    since(seq: number): { lastSeq: number; requests: LoggedRequest[] } {
      return { lastSeq, requests: entries.filter((entry) => entry.seq > seq) };
    },
  };
}
