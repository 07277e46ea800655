import type { Passing } from "./faulty-wire.ts";
import { type SeenUpdate, seenUpdate } from "./seen-update.ts";

/*
 * What passes on the wires, by name. A write to the ledger is known by its operation and by what only that write does: a
 * part of its key, or an attribute that it sets. When a write changes, it changes here and nowhere else.
 */

export type Call = (passing: Passing) => boolean;

const post =
  (path: string): Call =>
  (passing) =>
    passing.method === "POST" && passing.path === path;
const put =
  (says: string): Call =>
  ({ target, body }) =>
    target === "PutItem" && body.includes(says);
const update =
  (isMeant: (seen: SeenUpdate) => boolean): Call =>
  (passing) => {
    const seen = seenUpdate(passing);
    return seen !== undefined && isMeant(seen);
  };
/** Sets an attribute: to this value, or to any. */
const updateOf = (attribute: string, value?: unknown): Call =>
  update(({ set }) => attribute in set && (value === undefined || set[attribute] === value));

export const anyGet: Call = ({ method }) => method === "GET";
export const anyPost: Call = ({ method }) => method === "POST";

/** The processor's wire. */
export const intentCreation = post("/v1/payment_intents");
export const intentFetch: Call = ({ method, path }) =>
  method === "GET" && path.startsWith("/v1/payment_intents/");
export const intentCapture: Call = ({ path }) => path.endsWith("/capture");
export const intentCancel: Call = ({ path }) => path.endsWith("/cancel");
export const accountCreation = post("/v1/accounts");
export const accountCreationByV2 = post("/v2/core/accounts");
export const readerProcess = ({ method, path }: Passing): boolean =>
  method === "POST" && path.endsWith("/process_payment_intent");

/** The ledger's wire: any operation. */
export const authentication: Call = ({ target }) => target === "BatchGetItem";
export const ledgerRead: Call = ({ target }) => target === "GetItem";
export const ledgerWrite: Call = ({ target }) => ["PutItem", "UpdateItem", "DeleteItem"].includes(target);

/** The ledger's wire: claims, and the payments and merchants that they lead to. */
export const claimCompletion = updateOf("state", "completed");
export const refundSave = update(({ pk, set }) => pk.startsWith("PAYMENT#") && "refundedCents" in set);
export const auditEntry = put("AUDIT#");
export const deliveredMark = updateOf("delivery", "delivered");
export const redeliveryStart = updateOf("attempts", 0);

/** The queue's wire. */
const queueSend: Call = ({ target }) => target === "SendMessage";
export const queueBatch: Call = ({ target }) => target === "SendMessageBatch";
export const anySend: Call = (passing) => queueSend(passing) || queueBatch(passing);
