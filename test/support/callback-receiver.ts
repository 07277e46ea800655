import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PATIENCE_MS } from "./patience.ts";

export type ReceivedCallback = {
  at: number;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  eventId: string;
  type: string;
};

/** How the merchant's server behaves towards one callback. The default is a plain 200. */
export type Behavior = (response: ServerResponse, callback: ReceivedCallback) => void;

const accept: Behavior = (response) => response.writeHead(200).end();

/** A merchant's own server: keeps every callback that reached it. */
export class CallbackReceiver {
  readonly received: ReceivedCallback[] = [];
  behave: Behavior = accept;
  private readonly server: Server;

  constructor() {
    this.server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { headers } = request;
      const callback: ReceivedCallback = {
        at: Date.now(),
        headers,
        rawBody: Buffer.concat(chunks),
        eventId: String(headers["svc-event-id"]),
        type: String(headers["svc-event-type"]),
      };
      this.received.push(callback);
      this.behave(response, callback);
    });
  }

  static async start(): Promise<CallbackReceiver> {
    const receiver = new CallbackReceiver();
    await receiver.open();
    return receiver;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  /** Behaves well again, and forgets what came. */
  reset(): void {
    this.received.length = 0;
    this.behave = accept;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/callbacks`;
  }

  /** Waits for callbacks that match, and fails when they do not come. */
  async until(
    count: number,
    matches: (callback: ReceivedCallback) => boolean = () => true,
    milliseconds = PATIENCE_MS,
  ) {
    const deadline = performance.now() + milliseconds;
    while (performance.now() < deadline) {
      const found = this.received.filter(matches);
      if (found.length >= count) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const seen = this.received.map(({ type }) => type).join(", ");
    throw new Error(`Waited for ${count} callbacks; saw ${this.received.length}: ${seen}`);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
