import type Stripe from "stripe";
import { Failure, type FailureCode, isFailure, processorSays } from "../domain/failure.ts";
import type { Once } from "../domain/id.ts";
import type { Page, PageQuery } from "../domain/page.ts";
import type {
  Location,
  NewLocation,
  NewReader,
  Reader,
  ReaderAction,
  ReaderState,
} from "../domain/terminal.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { noDefiniteAnswer, type RejectionMeanings } from "./errors.ts";
import { searchList } from "./lookup.ts";
import { makeOnce } from "./make-once.ts";

/** Another account's id is unknown to the processor within this account. */
type Owner = { accountId: string };

/** Marked under a caller's key, so that it is found when the key is stuck. */
const markOf = ({ isCallersKey, processorKey }: Once) =>
  isCallersKey ? { metadata: { svcOperationId: processorKey } } : {};

/** No merchant has so many locations or readers; a page holds 100. */
const MAX_PAGES = 20;

const isMarked =
  ({ processorKey }: Once) =>
  ({ metadata }: { metadata: Stripe.Metadata | null }): boolean =>
    metadata?.svcOperationId === processorKey;

export async function createConnectionToken({
  accountId,
  processorKey,
}: Owner & { processorKey: string }): Promise<{ secret: string }> {
  const options = { stripeAccount: accountId, idempotencyKey: processorKey };
  const { secret } = await callProcessor((stripe) => stripe.terminal.connectionTokens.create({}, options));
  return { secret };
}

const LOCATION_FIELDS = {
  display_name: "displayName",
  "address[line1]": "line1",
  "address[line2]": "line2",
  "address[city]": "city",
  "address[state]": "state",
  "address[postal_code]": "postalCode",
  "address[country]": "country",
};

export async function createLocation(location: Owner & NewLocation & { once: Once }): Promise<Location> {
  const { accountId, once, displayName, line1, line2, city, state, postalCode, country } = location;
  const address = { line1, ...(line2 && { line2 }), city, state, postal_code: postalCode, country };
  const parameters = { display_name: displayName, address, ...markOf(once) };
  const account = { stripeAccount: accountId };
  const created = await makeOnce(once, {
    make: (idempotencyKey) =>
      callProcessor(
        (stripe) => stripe.terminal.locations.create(parameters, { ...account, idempotencyKey }),
        LOCATION_FIELDS,
      ),
    find: () =>
      searchList<Stripe.Terminal.Location>(
        (paging) => readFromProcessor((stripe) => stripe.terminal.locations.list(paging, account)),
        isMarked(once),
        { maxPages: MAX_PAGES },
      ),
  });
  return toLocation(created);
}

const PAGE_FIELDS = { starting_after: "startingAfter" };

export async function listLocations({ accountId, ...query }: Owner & PageQuery): Promise<Page<Location>> {
  const options = { stripeAccount: accountId };
  const list = await callProcessor(
    (stripe) => stripe.terminal.locations.list(pageOf(query), options),
    PAGE_FIELDS,
  );
  return { items: list.data.map(toLocation), hasMore: list.has_more, lastId: list.data.at(-1)?.id };
}

const READER_FIELDS = { registration_code: "registrationCode", location: "locationId", label: "label" };

export async function registerReader(reader: Owner & NewReader & { once: Once }): Promise<Reader> {
  const { accountId, once, registrationCode, locationId, label } = reader;
  const wanted = { registration_code: registrationCode, location: locationId, ...(label && { label }) };
  const parameters = { ...wanted, ...markOf(once) };
  const account = { stripeAccount: accountId };
  const registered = await makeOnce(once, {
    make: (idempotencyKey) =>
      callProcessor(
        (stripe) => stripe.terminal.readers.create(parameters, { ...account, idempotencyKey }),
        READER_FIELDS,
      ),
    find: () =>
      searchList<Stripe.Terminal.Reader>(
        (paging) => readFromProcessor((stripe) => stripe.terminal.readers.list(paging, account)),
        isMarked(once),
        { maxPages: MAX_PAGES },
      ),
  });
  return toReader(registered);
}

export async function listReaders({ accountId, ...query }: Owner & PageQuery): Promise<Page<Reader>> {
  const options = { stripeAccount: accountId };
  const list = await callProcessor(
    (stripe) => stripe.terminal.readers.list(pageOf(query), options),
    PAGE_FIELDS,
  );
  return { items: list.data.map(toReader), hasMore: list.has_more, lastId: list.data.at(-1)?.id };
}

type OneReader = Owner & { readerId: string };

/** The intent names its payment, so that the ledger is asked for one record. */
const WITH_INTENT = { expand: ["action.process_payment_intent.payment_intent"] };

export async function fetchReader({ accountId, readerId }: OneReader): Promise<ReaderState> {
  return callReader((stripe) =>
    stripe.terminal.readers.retrieve(readerId, WITH_INTENT, { stripeAccount: accountId }),
  );
}

export async function processIntent(
  given: OneReader & {
    intentId: string;
    skipTipping?: boolean | undefined;
    allowCancel?: boolean | undefined;
    processorKey: string;
  },
): Promise<ReaderState> {
  const { accountId, readerId, intentId, skipTipping, allowCancel, processorKey } = given;
  const config = {
    ...(skipTipping !== undefined && { skip_tipping: skipTipping }),
    ...(allowCancel !== undefined && { enable_customer_cancellation: allowCancel }),
  };
  const parameters = {
    payment_intent: intentId,
    ...(Object.keys(config).length > 0 && { process_config: config }),
    ...WITH_INTENT,
  };
  const options = { stripeAccount: accountId, idempotencyKey: processorKey };
  return callReader((stripe) => stripe.terminal.readers.processPaymentIntent(readerId, parameters, options));
}

export async function cancelAction(given: OneReader & { processorKey: string }): Promise<ReaderState> {
  const options = { stripeAccount: given.accountId, idempotencyKey: given.processorKey };
  return callReader((stripe) => stripe.terminal.readers.cancelAction(given.readerId, WITH_INTENT, options));
}

/** Fact 27 of infra/simulator/README.md. `payment_intent` is the parameter: unknown to this account, or not for a reader. */
const READER_MEANINGS: RejectionMeanings = new Map<string, FailureCode>([
  ["terminal_reader_busy", "reader_busy"],
  ["terminal_reader_offline", "reader_offline"],
  ["intent_invalid_state", "payment_not_collectable"],
  ["payment_intent_unexpected_state", "payment_not_collectable"],
  ["payment_intent", "payment_not_collectable"],
]);

const READER_DETAILS: Partial<Record<FailureCode, string>> = {
  reader_busy:
    "The reader is busy. Retrieve it to see with which payment. Wait for it, or cancel the reader's action.",
  reader_offline:
    "The reader is offline, so nothing was sent to it. Check its power and network, then send the request again.",
  payment_not_collectable:
    "A reader cannot collect this payment: it is paid or canceled, or not for card_present.",
};

export const noSuchReader = (): Failure => new Failure("not_found", "There is no such reader.");

async function callReader(
  call: (stripe: Stripe) => Promise<Stripe.Terminal.Reader | Stripe.Terminal.DeletedReader>,
): Promise<ReaderState> {
  try {
    const reader = await callProcessor(call, {}, READER_MEANINGS);
    if (reader.deleted) throw noSuchReader();
    return { ...toReader(reader), action: toAction(reader.action) };
  } catch (error) {
    throw explainRejection(error);
  }
}

function explainRejection(error: unknown): unknown {
  if (!isFailure(error)) return error;
  // The reader may have received the command all the same (fact 27).
  if (error.extras.processorCode === "terminal_reader_timeout") return noDefiniteAnswer(error);
  if (isFailure(error, "processor_rejected") && processorSays(error) === "missing") return noSuchReader();
  const detail = READER_DETAILS[error.code];
  return detail ? new Failure(error.code, detail, error.extras) : error;
}

function toAction(action: Stripe.Terminal.Reader.Action | null): ReaderAction | null {
  if (!action) return null;
  const intent = action.process_payment_intent?.payment_intent;
  return {
    status: action.status,
    intent: intent ? toIntent(intent) : null,
    failureCode: action.failure_code,
  };
}

function toIntent(intent: string | Stripe.PaymentIntent): ReaderAction["intent"] {
  if (typeof intent === "string") return { intentId: intent, svcPaymentId: undefined };
  return { intentId: intent.id, svcPaymentId: intent.metadata.svcPaymentId };
}

const pageOf = ({ limit, startingAfter }: PageQuery) => ({
  limit,
  ...(startingAfter && { starting_after: startingAfter }),
});

const toLocation = ({ id, display_name }: Stripe.Terminal.Location): Location => ({
  id,
  displayName: display_name,
});

/** A reader that was never switched on has no status, and a moved one may have no location. */
const toReader = ({ id, label, device_type, status, location }: Stripe.Terminal.Reader): Reader => ({
  id,
  label: label ?? "",
  deviceType: device_type,
  status: status === "online" ? "online" : "offline",
  locationId: (typeof location === "string" ? location : location?.id) ?? "",
});
