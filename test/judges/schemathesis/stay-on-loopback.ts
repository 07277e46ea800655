import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/** Loaded before the stack: no name is asked for and no connection leaves loopback. What tried to is noted in a file. */
const ALLOWED = ["127.0.0.1", "::1", "localhost"];
const NOTES = process.env.LEFT_LOOPBACK_FILE ?? "";

function reject(host: string): never {
  appendFileSync(NOTES, `${host}\n`);
  throw Object.assign(new Error(`${host} is not on loopback.`), { code: "ENOTFOUND" });
}

const { lookup } = dns;
dns.lookup = ((host: string, ...rest: never[]) =>
  ALLOWED.includes(host) ? lookup(host, ...(rest as unknown as [never])) : reject(host)) as typeof lookup;

for (const ask of ["resolve4", "resolve6"] as const)
  dns.promises.Resolver.prototype[ask] = async (host: string) => reject(host);

const connect = net.Socket.prototype.connect as (this: net.Socket, ...given: unknown[]) => net.Socket;
net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
  // Node's own callers have the options in a list.
  const [options = {}] = given.flat() as { host?: string; path?: string }[];
  if (options.host && !options.path && !ALLOWED.includes(options.host)) reject(options.host);
  return connect.apply(this, given);
} as typeof net.Socket.prototype.connect;

syncBuiltinESMExports();
