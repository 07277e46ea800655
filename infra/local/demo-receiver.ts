import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { verifySignature } from "../../shared/domain/access/signing-secret.ts";
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
  /** The last that was read. */
  secret: string | undefined;
  /** Then every callback is answered 503, to show failing attempts. */
  isDown = false;
  /** Those that were answered 503, as long as the stack runs. */
  readonly rejected: Arrived[] = [];
  private readonly file: string;
  private readonly readSecret: () => Promise<string | undefined>;

  constructor(stateDir: string, readSecret: () => Promise<string | undefined>) {
    this.file = join(stateDir, "demo-callbacks.jsonl");
    this.readSecret = readSecret;
  }

  readonly takeCallback: SideDoor = ({ request, path, body }) => {
    if (path !== DEMO_CALLBACK_PATH || request.method !== "POST") return undefined;
    if (!this.isDown) return this.receive(request.headers, body).then((statusCode) => ({ statusCode }));
    this.rejected.push(arrived(request.headers));
    this.rejected.splice(0, this.rejected.length - SHOWN);
    return { statusCode: 503 };
  };

  readonly showCallbacks: SideDoor = ({ request, path }) => {
    if (path !== DEMO_CALLBACK_PATH || request.method === "POST") return undefined;
    if (request.method !== "GET") return { statusCode: 405 };
    return { statusCode: 200, headers: JSON_TYPE, body: JSON.stringify(this.list()) };
  };

  /** 2xx only for what verifies and is written down, as a good receiver does. */
  private async receive(headers: IncomingHttpHeaders, rawBody: Buffer): Promise<number> {
    if (!(await this.isGenuine({ rawBody, header: String(headers["svc-signature"] ?? "") }))) return 400;
    const received: Received = {
      ...arrived(headers),
      verified: true,
      body: JSON.parse(rawBody.toString("utf8")),
    };
    appendFileSync(this.file, `${JSON.stringify(received)}\n`);
    return 204;
  }

  /** The secret may have been rolled since it was read, in the console or with one click in the API reference. */
  private async isGenuine(message: { rawBody: Buffer; header: string }): Promise<boolean> {
    if (verifies(message, this.secret)) return true;
    this.secret = await this.readSecret();
    return verifies(message, this.secret);
  }

  list(): Received[] {
    if (!existsSync(this.file)) return [];
    const lines = readFileSync(this.file, "utf8").split("\n").filter(Boolean);
    return lines.slice(-SHOWN).map((line) => JSON.parse(line) as Received);
  }
}

const verifies = (message: { rawBody: Buffer; header: string }, secret: string | undefined): boolean =>
  secret !== undefined && verifySignature(message, [secret], Math.floor(machineNowMs() / 1000)) === "valid";

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
