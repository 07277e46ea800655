import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { BROWSER_HEADERS } from "../../shared/lambda/every-answer.ts";
import { type Guard, guardServer, parseHosts } from "../simulator/server/guard-server.ts";

export const LOOPBACK = "127.0.0.1";

export const withoutSlash = (url: string): string => url.replace(/\/+$/, "");

export const guard = (server: Server): void => guardServer(server, guardSettings());

export const guardSettings = (): Guard => ({
  allowedHosts: parseHosts(process.env.ALLOWED_HOSTS),
  rejectionHeaders: BROWSER_HEADERS,
});

// Longer than any client keeps an idle connection, so that it is never closed under a request just sent.
const KEEP_ALIVE_MS = 65_000;

/** Port 0: a free one. */
export function listen(server: Server, port: number): Promise<string> {
  guard(server);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => {
      server.off("error", reject);
      resolve(`http://${LOOPBACK}:${(server.address() as AddressInfo).port}`);
    });
  });
}

/** Lets running requests finish, cuts idle connections at once and lingering ones after the grace. */
export function close(server: Server, graceMs = 2_000): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
