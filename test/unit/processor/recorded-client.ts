import { vi } from "vitest";

/**
 * In the place of the processor's client: it keeps what is sent, and answers as the test says, in the SDK's own types.
 * No server of ours that could agree with us. Called at the top of a test file; what asks is imported after `enter`.
 */
export class RecordedClient {
  readonly sent: { call: string; given: unknown[] }[] = [];
  /** Of each call: our names for the processor's parameters. */
  readonly fields: object[] = [];
  /** By the call's path, such as "refunds.list"; given the call's own arguments. */
  answers: Record<string, (...given: never[]) => unknown> = {};

  enter(): this {
    const ask = (call: (stripe: unknown) => Promise<unknown>, fields = {}) => {
      this.fields.push(fields);
      return call(this.at(""));
    };
    vi.doMock("../../../shared/processor/client.ts", () => ({ callProcessor: ask, readFromProcessor: ask }));
    vi.stubEnv("ENVIRONMENT", "test");
    vi.stubEnv("LOG_LEVEL", "SILENT");
    return this;
  }

  forget(): void {
    this.sent.length = 0;
    this.fields.length = 0;
    this.answers = {};
  }

  private at(path: string): unknown {
    return new Proxy(() => undefined, {
      get: (_, name) => this.at(`${path}${path && "."}${String(name)}`),
      apply: async (_, __, given: unknown[]) => {
        this.sent.push({ call: path, given });
        return this.answers[path]?.(...(given as never[]));
      },
    });
  }
}
