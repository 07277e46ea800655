import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { timestamp } from "./fields.ts";

/** In a file of its own: the console's door tells of it, and need not load the whole endpoint. */
export const SetUp = named(
  "SetUp",
  "A change that a console session made to a callback endpoint.",
  z.strictObject({
    at: described("When.", timestamp),
    action: described(
      "set-callback-url, choose-callback-events, rotate-callback-secret, create-callback-endpoint or delete-callback-endpoint; more may be added.",
      z.string(),
    ),
    endpointOrigin: described(
      "That endpoint's address, without the path; null: it was deleted.",
      z.nullable(z.string()),
    ),
    sessionId: described("The session that made it: see GET /v1/console-sessions.", z.string()),
  }),
);
