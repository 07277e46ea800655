import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { API_VERSION } from "../../../infra/simulator/world/build-event.ts";

/** A server on loopback that ends with its last connection. */
type Running = { url: string; stop(): void };

async function listen(server: Server): Promise<Running> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Stands between a library and the simulator: names our version of the API, and plants mistakes in answers. */
export function startBetween(target: string, { planted }: { planted: boolean }): Promise<Running> {
  const pass = async (incoming: IncomingMessage) => {
    const { host: _, ...headers } = incoming.headers;
    if (headers["stripe-version"]) headers["stripe-version"] = API_VERSION;
    const body = await text(incoming);
    return new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        `${target}${incoming.url}`,
        { method: incoming.method ?? "GET", headers },
        resolve,
      );
      outgoing.on("error", reject).end(body);
    });
  };
  const server = createServer(async (incoming, response) => {
    const answer = await pass(incoming);
    const body = await text(answer);
    const { "content-length": _, "transfer-encoding": __, ...headers } = answer.headers;
    response
      .writeHead(answer.statusCode ?? 500, headers)
      .end(planted ? withMistakes(incoming.url ?? "", body) : body);
  });
  return listen(server);
}

function withMistakes(target: string, body: string): string {
  if (target.startsWith("/v1/disputes")) return body.replace(/"amount": (\d+)/, '"amount": "$1 cents"');
  return body.replace('"has_more": true', '"has_more": false');
}

/** Takes webhooks, and gives all that it has taken to whoever asks. */
export function startReceiver({ planted }: { planted: boolean }): Promise<Running> {
  const received: { body: string; signature: string }[] = [];
  const server = createServer(async (incoming, response) => {
    if (incoming.method === "POST") {
      const body = await text(incoming);
      const signature = String(incoming.headers["stripe-signature"]);
      received.push({ body: planted ? body.replace('"created": 1', '"created": 2') : body, signature });
    }
    response.end(incoming.method === "POST" ? "" : JSON.stringify(received));
  });
  return listen(server);
}
