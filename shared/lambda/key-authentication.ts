import { parseApiKey } from "../domain/access/api-key.ts";
import { requireScope } from "../domain/access/preset.ts";
import { Failure } from "../domain/failure.ts";
import type { Scope } from "../domain/scope.ts";
import { authenticate } from "../ledger/merchants.ts";
import { beforeTimeIsUp, type HttpEvent, type HttpMiddleware, header } from "./http.ts";

/** A malformed key is rejected without I/O, and a missing scope before the request is looked at. */
export function keyAuthentication(scope: Scope): HttpMiddleware {
  return {
    before: async ({ event }) => {
      const { facts } = event;
      const presented = parseApiKey(presentedKey(event) ?? "");
      const found = presented && (await beforeTimeIsUp(authenticate(presented, facts.startedAt)));
      if (!found)
        throw new Failure("unauthorized", "The API key is missing or invalid. Send it as X-Api-Key.", {
          challenge: "Bearer",
        });
      const { merchant, preset } = found;
      const { keyId } = presented;
      Object.assign(facts, { merchant, preset, keyId, actor: keyId });
      requireScope(preset, scope);
    },
  };
}

const BEARER = /^Bearer +(\S+)$/i;

const presentedKey = (event: HttpEvent): string | undefined =>
  header(event, "x-api-key") ?? BEARER.exec(header(event, "authorization") ?? "")?.[1];
