import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { verifySignature } from "../../shared/domain/access/signature.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { machineNowMs } from "./clock.ts";
import type { SideDoor } from "./side-doors.ts";

export const DEMO_CALLBACK_PATH = "/demo/callbacks";

const SHOWN = 1000;

const JSON_TYPE = { "Content-Type": "application/json" };

type Arrived = {
  receivedAt: string;
  eventId: string;
  type: string;
  /** null: it is about none. */
  svcPaymentId: string | null;
  attempt: string;
};
type Received = Arrived & { verified: boolean; body: unknown };

export class DemoReceiver {
  /** Until it is set, no callback verifies. */
  secret = "";
  /** Then every callback is answered 503, to show failing attempts. */
  isDown = false;
  /** Those that were answered 503, as long as the stack runs. */
  readonly refused: Arrived[] = [];
  private readonly file: string;

  constructor(stateDir: string) {
    this.file = join(stateDir, "demo-callbacks.jsonl");
  }

  readonly takeCallback: SideDoor = ({ request, path, body }) => {
    if (path !== DEMO_CALLBACK_PATH || request.method !== "POST") return undefined;
    if (!this.isDown) return { statusCode: this.receive(request.headers, body) };
    this.refused.push(arrived(request.headers));
    this.refused.splice(0, this.refused.length - SHOWN);
    return { statusCode: 503 };
  };

  readonly showCallbacks: SideDoor = ({ request, path }) => {
    if (path !== DEMO_CALLBACK_PATH || request.method === "POST") return undefined;
    if (request.method !== "GET") return { statusCode: 405 };
    return { statusCode: 200, headers: JSON_TYPE, body: JSON.stringify(this.list()) };
  };

  /** 2xx only for what verifies and is written down, as a good receiver does. */
  private receive(headers: IncomingHttpHeaders, rawBody: Buffer): number {
    const message = { rawBody, header: String(headers["svc-signature"] ?? "") };
    if (verifySignature(message, [this.secret], Math.floor(machineNowMs() / 1000)) !== "valid") return 400;
    const received: Received = {
      ...arrived(headers),
      verified: true,
      body: JSON.parse(rawBody.toString("utf8")),
    };
    appendFileSync(this.file, `${JSON.stringify(received)}\n`);
    return 204;
  }

  list(): Received[] {
    if (!existsSync(this.file)) return [];
    const lines = readFileSync(this.file, "utf8").split("\n").filter(Boolean);
    return lines.slice(-SHOWN).map((line) => JSON.parse(line) as Received);
  }
}

function arrived(headers: IncomingHttpHeaders): Arrived {
  const text = (name: string) => String(headers[name] ?? "");
  return {
    receivedAt: isoTime(Date.now()),
    eventId: text("svc-event-id"),
    type: text("svc-event-type"),
    svcPaymentId: text("svc-payment-id") || null,
    attempt: text("svc-attempt"),
  };
}
