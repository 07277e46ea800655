import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { verifySignature } from "../../shared/domain/access/signature.ts";
import { machineNowMs } from "./clock.ts";
import type { SideDoor } from "./side-doors.ts";

export const DEMO_CALLBACK_PATH = "/demo/callbacks";

/** The newest of what came are shown; a demonstration is not an archive. */
const SHOWN = 1000;

const JSON_TYPE = { "Content-Type": "application/json" };

type Received = {
  receivedAt: string;
  eventId: string;
  type: string;
  /** null: it is about none. */
  svcPaymentId: string | null;
  attempt: string;
  verified: boolean;
  body: unknown;
};

/** The demo merchant's own server: takes callbacks, checks their signature, and shows what came. */
export class DemoReceiver {
  /** Known once the demo merchant is set up; until then nothing is genuine. */
  secret = "";
  /** While it is, every callback is answered 503: a way to see attempts fail, and an event given up. */
  isDown = false;
  private readonly file: string;

  constructor(stateDir: string) {
    this.file = join(stateDir, "demo-callbacks.jsonl");
  }

  /** For callbacks, wherever they come from. */
  readonly takeCallback: SideDoor = ({ request, path, body }) => {
    if (path !== DEMO_CALLBACK_PATH || request.method !== "POST") return undefined;
    return { statusCode: this.isDown ? 503 : this.receive(request.headers, body) };
  };

  readonly showCallbacks: SideDoor = ({ request, path }) => {
    if (path !== DEMO_CALLBACK_PATH || request.method === "POST") return undefined;
    if (request.method !== "GET") return { statusCode: 405 };
    return { statusCode: 200, headers: JSON_TYPE, body: JSON.stringify(this.list()) };
  };

  /** 2xx only for what is genuine and written down, as a good receiver does it. */
  private receive(headers: IncomingHttpHeaders, rawBody: Buffer): number {
    const text = (name: string) => String(headers[name] ?? "");
    const message = { rawBody, header: text("svc-signature") };
    if (verifySignature(message, [this.secret], Math.floor(machineNowMs() / 1000)) !== "valid") return 400;
    const received: Received = {
      receivedAt: new Date().toISOString(),
      eventId: text("svc-event-id"),
      type: text("svc-event-type"),
      svcPaymentId: text("svc-payment-id") || null,
      attempt: text("svc-attempt"),
      verified: true,
      body: JSON.parse(rawBody.toString("utf8")),
    };
    appendFileSync(this.file, `${JSON.stringify(received)}\n`);
    return 204;
  }

  /** The newest, oldest first. */
  list(): Received[] {
    if (!existsSync(this.file)) return [];
    const lines = readFileSync(this.file, "utf8").split("\n").filter(Boolean);
    return lines.slice(-SHOWN).map((line) => JSON.parse(line) as Received);
  }
}
