import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A server on loopback that ends with its last connection. */
export type Running = { url: string; stop(): void };

async function listen(server: Server): Promise<Running> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** What is changed on the way: what the target is asked for, and what it answers. */
type Changes = {
  asked?(headers: IncomingHttpHeaders): void;
  pathOf?(url: string): string;
  answered(url: string, body: string): string;
  /** The target does not guard itself against two requests at once. Each gets a connection of its own. */
  oneAtATime?: true;
};

/** Stands between a client and the server that it uses. */
export function startBetween(
  target: string,
  { asked, pathOf, answered, oneAtATime }: Changes,
): Promise<Running> {
  let last: Promise<unknown> = Promise.resolve();
  const pass = async (incoming: IncomingMessage) => {
    const { host: _, ...headers } = incoming.headers;
    asked?.(headers);
    const body = await text(incoming);
    const path = pathOf?.(incoming.url ?? "") ?? incoming.url;
    const options = { method: incoming.method ?? "GET", headers, ...(oneAtATime && { agent: false }) };
    const send = async () => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(`${target}${path}`, options, resolve).on("error", reject).end(body);
      });
      return { answer, said: await text(answer) };
    };
    if (!oneAtATime) return send();
    const mine = last.then(send, send);
    last = mine;
    return mine;
  };
  const server = createServer(async (incoming, response) => {
    try {
      const { answer, said } = await pass(incoming);
      const { "content-length": _, "transfer-encoding": __, connection: ___, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 500, headers).end(answered(incoming.url ?? "", said));
    } catch {
      // Cut off on one side: the other hears the same.
      response.destroy();
    }
  });
  return listen(server);
}

type Received = { body: string; headers: IncomingHttpHeaders };

/** Takes posts, and gives all that it has taken to whoever asks. */
export function startReceiver(taken: (post: Received) => object): Promise<Running> {
  const received: object[] = [];
  const server = createServer(async (incoming, response) => {
    if (incoming.method === "POST") {
      received.push(taken({ body: await text(incoming), headers: incoming.headers }));
    }
    response.end(incoming.method === "POST" ? "" : JSON.stringify(received));
  });
  return listen(server);
}
