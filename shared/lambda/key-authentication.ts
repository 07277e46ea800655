import { parseApiKey } from "../domain/access/api-key.ts";
import { Failure } from "../domain/failure.ts";
import { authenticate } from "../ledger/merchants.ts";
import { beforeTimeIsUp } from "./early-timeout.ts";
import { type HttpEvent, type HttpMiddleware, header } from "./http.ts";

/** Finds out whose request this is, by its key. What cannot be a key is refused without any I/O. */
export function keyAuthentication(): HttpMiddleware {
  return {
    before: async ({ event }) => {
      const presented = parseApiKey(presentedKey(event) ?? "");
      const merchant = presented && (await beforeTimeIsUp(authenticate(presented, event.facts.startedAt)));
      if (!merchant)
        throw new Failure("unauthorized", "The API key is missing or invalid.", { challenge: "Bearer" });
      event.facts.merchant = merchant;
      event.facts.keyId = presented.keyId;
      event.facts.actor = presented.keyId;
    },
  };
}

const BEARER = /^Bearer +(\S+)$/i;

const presentedKey = (event: HttpEvent): string | undefined =>
  header(event, "x-api-key") ?? BEARER.exec(header(event, "authorization") ?? "")?.[1];
