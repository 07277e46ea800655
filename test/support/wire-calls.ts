import type { Passing } from "./faulty-wire.ts";

/*
 * What passes on the wires, by name. A write to the ledger is known by its operation and by what only that write says:
 * a part of its key, or a value of its expression. When an expression changes, it changes here and nowhere else.
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
  (says: string): Call =>
  ({ target, body }) =>
    target === "UpdateItem" && body.includes(says);
const send =
  (says = ""): Call =>
  ({ target, body }) =>
    target === "SendMessage" && body.includes(says);

export const anyCall: Call = () => true;
export const anyGet: Call = ({ method }) => method === "GET";
export const anyPost: Call = ({ method }) => method === "POST";

/** The processor's wire. */
export const intentCreation = post("/v1/payment_intents");
export const intentFetch: Call = ({ method, path }) =>
  method === "GET" && path.startsWith("/v1/payment_intents/");
export const intentCapture: Call = ({ path }) => path.endsWith("/capture");
export const intentCancel: Call = ({ path }) => path.endsWith("/cancel");
export const refundCreation = post("/v1/refunds");
export const refundFetch: Call = ({ method, path }) => method === "GET" && path.startsWith("/v1/refunds/");
export const refundList: Call = ({ method, path }) => method === "GET" && path.startsWith("/v1/refunds?");
export const eventList: Call = ({ method, path }) => method === "GET" && path.startsWith("/v1/events?");
export const movementList: Call = ({ method, path }) =>
  method === "GET" && path.startsWith("/v1/balance_transactions?");
export const disputeFetch =
  (id = ""): Call =>
  ({ path }) =>
    path.startsWith(`/v1/disputes/${id}`);
export const accountCreation = post("/v1/accounts");
export const accountFetch: Call = ({ method, path }) => method === "GET" && path.startsWith("/v1/accounts/");
export const locationCreation = post("/v1/terminal/locations");
export const readerRegistration = post("/v1/terminal/readers");

/** The ledger's wire: any operation. */
export const authentication: Call = ({ target }) => target === "BatchGetItem";
export const ledgerRead: Call = ({ target }) => target === "GetItem";
export const ledgerQuery: Call = ({ target }) => target === "Query";
export const ledgerWrite: Call = ({ target }) => ["PutItem", "UpdateItem", "DeleteItem"].includes(target);

/** The ledger's wire: claims, and the payments and merchants that they lead to. */
export const claimWrite = put('"claimed"');
export const claimCompletion = update(":completed");
export const claimRelease = update("leaseExpiresAt = :now");
export const claimRefusal = update(":refused");
export const claimTakeOver = update("previousAttemptAt");
export const claimReclaim = put(":refused");
export const dueMove = update("dueSort = :standing");
export const paymentSave = update(":read");
export const paymentUpdate = update("PAYMENT#");
export const attentionSave = update("ATTENTION#");
export const disputeSave = update(":disputes");
export const accountLink = put('"ACCOUNT"');
export const accountAttachment = update("attribute_not_exists(#account");
export const accountLinkMark = update("SET detachedAt");
export const claimRead: Call = ({ target, body }) =>
  target === "GetItem" && body.includes("OPERATION#create-account");
export const claimFreeing = update("#state <> :refused");
export const accountDetachment = update("SET #account = :none");
export const accountSave = update(":accountId");
export const callbackSave = update("SET callback");
export const keyRotation = update(":successor");
export const auditEntry = put("AUDIT#");
export const sessionOffer = put("CONSOLE#");
export const sessionEntry = update("opener = :opener");
export const sessionEnd = update("SET #state = :ended");

export const keyRenewal = update("SET generation = :next");

/** The ledger's wire: events. */
export const eventRecord = put("EVENT#");
export const eventFinish = update(":finishedAt");
export const attemptClaim = update(":attempt");
export const deliveredMark = update(":delivered");
export const deadMark = update(":dead");
export const redeliveryStart = update(":zero");
export const enqueuedMark = update("SET enqueuedAt");
export const workStart = update("if_not_exists(#version, :zero)");
export const workProgress = update("#version = :next");
export const heldMark = update(":held");
export const failedMark = update("SET nextAttemptAt");
export const merchantRead: Call = (passing) => ledgerRead(passing) && passing.body.includes("MERCHANT#");

/** The queue's wire. */
export const queueSend = send();
export const queueBatch: Call = ({ target }) => target === "SendMessageBatch";
export const anySend: Call = (passing) => queueSend(passing) || queueBatch(passing);
export const queueDeletion: Call = ({ target }) => target === "DeleteMessageBatch";
export const deadLetterSend = send("dead-letters");

/** A merchant's callback endpoint, with its sealed secrets. */
export const endpointSave = update("SET callback = :endpoint");
