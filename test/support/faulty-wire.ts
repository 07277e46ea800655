import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { keepClientsWaiting } from "./deadlines.ts";
import { PATIENCE_MS } from "./patience.ts";
import {
  answerDirectly,
  closeShortWay,
  openShortWay,
  type PlainReply,
  type PlainRequest,
  unreadRequest,
} from "./short-way.ts";

/** What happens to one request that passes: who it is for, and what the wire does to it. */
export type Fault =
  /** Never reaches the server; the socket dies. */
  | { kind: "drop_request" }
  /** The server does it; the reply is lost. */
  | { kind: "drop_reply" }
  /** The server does it; the reply waits until `release` is called, and so does the client. */
  | { kind: "hold_reply" }
  /** Waits before the server sees it, until `release` is called, and so does the client. */
  | { kind: "hold_request" }
  /** The server does it; no reply comes before `release`, and the client gives up when its time is over. */
  | { kind: "hang" }
  /** The socket dies, and yet it is under way: the server sees it when `release` is called. */
  | { kind: "arrive_late" }
  | { kind: "delay"; milliseconds: number }
  /** Arrives twice; the second answer is the one that is passed on. */
  | { kind: "duplicate" }
  /** The wire answers by itself. */
  | { kind: "answer"; status: number; body: object; headers?: Record<string, string> };

export type Passing = {
  method: string;
  path: string;
  target: string;
  headers: Record<string, unknown>;
  body: string;
};

type Rule = { matches: (passing: Passing) => boolean; fault: Fault; times: number };

// Longer than any client keeps an idle connection: only faults that a test wants may cut one.
const KEEP_ALIVE_MS = 65_000;

/** Whom a wire leads to. `server`: it runs in this process. */
export type Upstream = { url: string; server?: Server | undefined };

/** A proxy between the functions and a server, which misbehaves on request and remembers all that passed. */
export class FaultyWire {
  readonly passed: Passing[] = [];
  private readonly rules: Rule[] = [];
  private readonly held: (() => void)[] = [];
  private readonly server: Server;
  /** A connection a request would cost more than many requests do. No server behind a wire closes one that waits. */
  private readonly agent = new Agent({ keepAlive: true });
  private upstream: Upstream = { url: "" };
  private url = "";

  constructor() {
    this.server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      this.pass(request, response).catch(() => response.destroy());
    });
  }

  async open(upstream: Upstream): Promise<string> {
    this.upstream = upstream;
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const { url, server } = upstream;
    if (server) {
      openShortWay(this.url, (request, body) => this.passDirectly(server, request, body));
      openShortWay(url, (request, body) => answerDirectly(server, request, body));
    }
    return this.url;
  }

  close(): void {
    this.release();
    this.cut();
  }

  /** What is held never arrives. */
  cut(): void {
    this.held.length = 0;
    for (const url of [this.url, this.upstream.url]) if (url) closeShortWay(url);
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The next `times` requests that match meet the fault. */
  inject(matches: Rule["matches"], fault: Fault, times = 1): void {
    // What a test does meanwhile takes a busy machine longer than a client waits.
    if (fault.kind.startsWith("hold")) keepClientsWaiting();
    this.rules.push({ matches, fault, times });
  }

  /** Whether every injected fault has struck. */
  get spent(): boolean {
    return this.rules.every((rule) => rule.times === 0);
  }

  /** Lets everything go that is being held. */
  release(): void {
    for (const go of this.held.splice(0)) go();
  }

  /** Waits until a held request or reply is there. */
  async untilHeld(count = 1): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (this.held.length < count && performance.now() < deadline) await pause(10);
    if (this.held.length < count) throw new Error("Nothing was held on the wire.");
  }

  clear(): void {
    this.rules.length = 0;
    this.passed.length = 0;
    this.release();
  }

  /** Faults are for connections: as long as one waits to strike, everything takes the long way. */
  private passDirectly(server: Server, request: PlainRequest, body: Buffer): Promise<PlainReply> | undefined {
    if (!this.spent) return undefined;
    this.passed.push(passingOf(request, body));
    return answerDirectly(server, request, body);
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    const passing = passingOf(plainOf(request), body);
    this.passed.push(passing);
    const fault = this.faultFor(passing);
    if (!fault && this.upstream.server) return handOver(this.upstream.server, request, body, response);
    if (fault?.kind === "drop_request") return void request.socket.destroy();
    if (fault?.kind === "answer") return answer(response, fault);
    if (fault?.kind === "arrive_late") request.socket.destroy();
    if (fault?.kind === "hold_request" || fault?.kind === "arrive_late") await this.hold();
    if (fault?.kind === "delay") await pause(fault.milliseconds);
    if (fault?.kind === "duplicate") await this.forward(request, body);
    const reply = await this.forward(request, body);
    if (fault?.kind === "hold_reply" || fault?.kind === "hang") await this.hold();
    if (fault?.kind === "drop_reply") return void request.socket.destroy();
    response.writeHead(reply.status, reply.headers as Record<string, string>);
    response.end(reply.body);
  }

  private faultFor(passing: Passing): Fault | undefined {
    const rule = this.rules.find((candidate) => candidate.times > 0 && candidate.matches(passing));
    if (!rule) return undefined;
    rule.times--;
    return rule.fault;
  }

  private hold(): Promise<void> {
    return new Promise((resolve) => this.held.push(resolve));
  }

  private forward(request: IncomingMessage, body: Buffer) {
    return new Promise<{ status: number; headers: object; body: Buffer }>((resolve, reject) => {
      const { method, headers, url } = request;
      const onward = httpRequest(
        `${this.upstream.url}${url}`,
        { method, headers, agent: this.agent },
        (reply) => {
          const { connection: _, "transfer-encoding": __, "keep-alive": ___, ...kept } = reply.headers;
          const status = reply.statusCode ?? 0;
          readAll(reply).then((whole) => resolve({ status, headers: kept, body: whole }), reject);
        },
      );
      onward.on("error", reject);
      onward.end(body);
    });
  }
}

const passingOf = ({ method = "", url = "", headers }: PlainRequest, body: Buffer): Passing => ({
  method,
  path: url,
  target: String(headers["x-amz-target"] ?? "").split(".")[1] ?? "",
  headers,
  body: body.toString("utf8"),
});

/** To a server in this process, past its socket: most requests meet no fault, and a second hop costs as much as the first. */
function handOver(server: Server, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  server.emit("request", unreadRequest(plainOf(request), body, request.socket), response);
}

const plainOf = ({ method, url, headers, rawHeaders, httpVersion }: IncomingMessage): PlainRequest => ({
  method,
  url,
  headers,
  rawHeaders,
  httpVersion,
});

function answer(response: ServerResponse, fault: Fault & { kind: "answer" }): void {
  response.writeHead(fault.status, { "Content-Type": "application/json", ...fault.headers });
  response.end(JSON.stringify(fault.body));
}

function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.once("end", () => resolve(Buffer.concat(chunks)));
    stream.once("error", reject);
  });
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
