import { IncomingMessage, type Server, ServerResponse } from "node:http";
import { Socket } from "node:net";

/*
 * A client and its server in one process spend most of a small request on the sockets between them. On the short way the
 * server's own listener gets the request as the SDK has made and signed it, and the SDK reads the answer as it was
 * written: nothing is left out but the connection.
 */

export type PlainRequest = {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  rawHeaders?: string[];
  httpVersion?: string;
};

export type PlainReply = { statusCode: number; headers: Record<string, string>; body: Buffer };

/** Answers a request, or undefined where it has to take the long way. */
export type ShortWay = (request: PlainRequest, body: Buffer) => Promise<PlainReply> | undefined;

const ways = new Map<string, ShortWay>();

/** To the server at this address. */
export const openShortWay = (url: string, way: ShortWay): void => void ways.set(new URL(url).host, way);
export const closeShortWay = (url: string): void => void ways.delete(new URL(url).host);

/** Of the AWS SDK. */
type SdkRequest = {
  method: string;
  hostname: string;
  port?: number;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};
type Handle = (request: SdkRequest, ...rest: unknown[]) => Promise<{ response: PlainReply }>;

/** Lets a client of the SDK take the short way wherever one is open. */
export function takeShortWays(requestHandler: { handle: Handle }): void {
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, ...rest) => {
    const { method, hostname, port, path, headers, body = "" } = request;
    const way = ways.get(`${hostname}:${port}`);
    const reply = way?.({ method, url: path, headers: lowerCased(headers) }, bytesOf(body));
    return reply ? { response: await reply } : handle(request, ...rest);
  };
}

const bytesOf = (body: string | Uint8Array): Buffer =>
  typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Nothing is ever read from it or written to it. */
const UNCONNECTED = new Socket();

/** A request that has arrived and was not read. */
export function unreadRequest(request: PlainRequest, body: Buffer, socket = UNCONNECTED): IncomingMessage {
  const unread = new IncomingMessage(socket);
  const { method, url, headers, rawHeaders = [], httpVersion = "1.1" } = request;
  Object.assign(unread, { method, url, headers, rawHeaders, httpVersion, complete: true });
  unread.push(body);
  unread.push(null);
  return unread;
}

/** For servers that set their headers one by one and write their answer in one piece. */
export function answerDirectly(server: Server, request: PlainRequest, body: Buffer): Promise<PlainReply> {
  const unread = unreadRequest(request, body);
  return new Promise((resolve) => {
    server.emit("request", unread, new DirectResponse(unread, resolve));
  });
}

class DirectResponse extends ServerResponse {
  private readonly answer: (reply: PlainReply) => void;

  constructor(request: IncomingMessage, answer: (reply: PlainReply) => void) {
    super(request);
    this.answer = answer;
  }

  override end(body: unknown = ""): this {
    const headers = Object.entries(this.getHeaders()).map(([name, value]) => [name, String(value)]);
    this.answer({
      statusCode: this.statusCode,
      headers: Object.fromEntries(headers),
      body: Buffer.from(body as string),
    });
    return this;
  }
}
