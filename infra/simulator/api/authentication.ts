import type { IncomingHttpHeaders } from "node:http";
import { ApiError, noAccess } from "../http/api-error.ts";
import { PLATFORM } from "../world/scope.ts";
import type { World } from "../world/world.ts";

export type Caller = { key: "secret" | "restricted" | "publishable"; account: string };

/** Fact 1: who calls, and in whose account: the platform's own, or the connected account of the header. */
export function authenticate(world: World, headers: IncomingHttpHeaders): Caller {
  const key = identifyKey(world, headers.authorization);
  return { key, account: chooseAccount(world, headers["stripe-account"]) };
}

function identifyKey(world: World, authorization: string | undefined): Caller["key"] {
  const given = bearer(authorization) ?? basicUser(authorization);
  if (given === undefined)
    throw new ApiError(401, "You did not provide an API key, as a Bearer token in the Authorization header.");
  // Not in constant time: these keys guard nothing.
  if (given === world.secretKey) return "secret";
  if (given === world.restrictedKey) return "restricted";
  if (given === world.publishableKey) return "publishable";
  throw new ApiError(401, `Invalid API Key provided: ${given.slice(0, 3)}****${given.slice(-4)}`);
}

const bearer = (authorization = ""): string | undefined => /^Bearer (\S+)$/.exec(authorization)?.[1];

/** `curl -u key:` is how the processor's own documentation calls it. */
function basicUser(authorization = ""): string | undefined {
  const encoded = /^Basic (\S+)$/.exec(authorization)?.[1];
  return encoded && (Buffer.from(encoded, "base64").toString("utf8").split(":")[0] || undefined);
}

function chooseAccount(world: World, header: string | string[] | undefined): string {
  if (header === undefined) return PLATFORM;
  const account = String(header);
  if (!world.store.objects.has("account", PLATFORM, account)) throw noAccess(account);
  return account;
}
