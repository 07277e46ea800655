import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  Server,
  ServerResponse,
} from "node:http";

/*
 * A server on loopback is still within reach of every website that is open in a browser on this machine: by a request
 * across origins, or by a name of its own that it lets point here (DNS rebinding). What a website cannot choose are the
 * Host that its browser sends, its Origin and its Sec-Fetch-Site. Clients that are no browsers send but the first.
 */

type Rejection = { status: 403 | 421; message: string };

export type Guard = {
  /** Names, beside those of this machine, under which the server is reached: a tunnel's. */
  allowedHosts?: readonly string[];
  rejectionHeaders?: Readonly<Record<string, string>>;
};

export function guardServer(server: Server, { allowedHosts = [], rejectionHeaders = {} }: Guard = {}): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const rejection = judgeRequest(request, allowedHosts);
    if (rejection) return reject(response, rejection, rejectionHeaders);
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** `ALLOWED_HOSTS`: names beside those of this machine, separated by commas. */
export const parseHosts = (text = ""): string[] =>
  text.split(",").flatMap((host) => host.trim().toLowerCase() || []);

/** A Host header, whatever its port, that names this machine to itself. */
export const isLoopback = (host: string | undefined): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(nameOf(host));

function judgeRequest(request: IncomingMessage, allowedHosts: readonly string[]): Rejection | undefined {
  const { host } = request.headers;
  if (!isLoopback(host) && !allowedHosts.includes(nameOf(host))) return WRONG_HOST;
  return isForeign(request.headers, allowedHosts) && !isOpenedInTab(request) ? FOREIGN : undefined;
}

const WRONG_HOST: Rejection = {
  status: 421,
  message:
    "Only 127.0.0.1, localhost and [::1] are served here. ALLOWED_HOSTS names others, such as a tunnel's.",
};

const FOREIGN: Rejection = { status: 403, message: "Requests of other websites are rejected." };

const isForeign = (headers: IncomingHttpHeaders, allowedHosts: readonly string[]): boolean =>
  isForeignOrigin(headers, allowedHosts) || isForeignSite(headers);

/** Another port of this machine is another website. */
function isForeignOrigin(
  { origin, host = "" }: IncomingHttpHeaders,
  allowedHosts: readonly string[],
): boolean {
  if (origin === undefined) return false;
  const asking = URL.canParse(origin) ? new URL(origin).host : "";
  // A tunnel may put this machine's name in the place of its own, and leaves the Origin alone.
  return asking !== host.toLowerCase() && !allowedHosts.includes(nameOf(asking));
}

const isForeignSite = ({ "sec-fetch-site": site = "none" }: IncomingHttpHeaders): boolean =>
  site !== "same-origin" && site !== "none";

/** A link to here, on whatever page, opened in a tab: nothing of it can be read by the page that it was on. */
const isOpenedInTab = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";

const nameOf = (host = ""): string => host.toLowerCase().replace(/:\d+$/, "");

/** The body was not read, so the connection cannot serve another request. */
function reject(
  response: ServerResponse,
  { status, message }: Rejection,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    ...headers,
    "Content-Type": "text/plain; charset=utf-8",
    Connection: "close",
  });
  response.end(`${message}\n`);
}
