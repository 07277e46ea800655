import type Stripe from "stripe";
import { Failure, isFailure } from "../domain/failure.ts";
import type { Page, PageQuery } from "../domain/page.ts";
import type { Location, NewLocation, NewReader, Reader } from "../domain/terminal.ts";
import { ask } from "./client.ts";
import type { FieldNames } from "./errors.ts";

/** Whose terminal it is. A foreign id is unknown to the processor within this account. */
type Owner = { accountId: string };

/**
 * The SDK repeats a request on a closed socket: with a key of its own that cannot make two. Where the caller sent a key,
 * this one is derived from it, and the processor remembers the request for us, for a day.
 */
type Once = { processorKey: string };

async function askOnce<T>(call: (stripe: Stripe) => Promise<T>, fields: FieldNames): Promise<T> {
  try {
    return await ask(call, fields);
  } catch (error) {
    const inUse = isFailure(error, "processor_unavailable") && error.extras.processorCode === KEY_IN_USE;
    if (!inUse) throw error;
    const detail = "The same request is still in flight; retry shortly.";
    throw new Failure("in_progress", detail, { retryAfterSeconds: 1, cause: error });
  }
}

const KEY_IN_USE = "idempotency_key_in_use";

export async function createConnectionToken({
  accountId,
  processorKey,
}: Owner & Once): Promise<{ secret: string }> {
  const options = { stripeAccount: accountId, idempotencyKey: processorKey };
  const { secret } = await ask((stripe) => stripe.terminal.connectionTokens.create({}, options));
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

export async function createLocation(location: Owner & Once & NewLocation): Promise<Location> {
  const { accountId, processorKey, displayName, line1, line2, city, state, postalCode, country } = location;
  const address = { line1, ...(line2 && { line2 }), city, state, postal_code: postalCode, country };
  const options = { stripeAccount: accountId, idempotencyKey: processorKey };
  const created = await askOnce(
    (stripe) => stripe.terminal.locations.create({ display_name: displayName, address }, options),
    LOCATION_FIELDS,
  );
  return toLocation(created);
}

const PAGE_FIELDS = { starting_after: "startingAfter" };

export async function listLocations({ accountId, ...query }: Owner & PageQuery): Promise<Page<Location>> {
  const options = { stripeAccount: accountId };
  const list = await ask((stripe) => stripe.terminal.locations.list(pageOf(query), options), PAGE_FIELDS);
  return { items: list.data.map(toLocation), hasMore: list.has_more, lastId: list.data.at(-1)?.id };
}

const READER_FIELDS = { registration_code: "registrationCode", location: "locationId", label: "label" };

export async function registerReader(reader: Owner & Once & NewReader): Promise<Reader> {
  const { accountId, processorKey, registrationCode, locationId, label } = reader;
  const parameters = { registration_code: registrationCode, location: locationId, ...(label && { label }) };
  const options = { stripeAccount: accountId, idempotencyKey: processorKey };
  const registered = await askOnce(
    (stripe) => stripe.terminal.readers.create(parameters, options),
    READER_FIELDS,
  );
  return toReader(registered);
}

export async function listReaders({ accountId, ...query }: Owner & PageQuery): Promise<Page<Reader>> {
  const options = { stripeAccount: accountId };
  const list = await ask((stripe) => stripe.terminal.readers.list(pageOf(query), options), PAGE_FIELDS);
  return { items: list.data.map(toReader), hasMore: list.has_more, lastId: list.data.at(-1)?.id };
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
