import type Stripe from "stripe";
import type { Once } from "../domain/id.ts";
import type { Page, PageQuery } from "../domain/page.ts";
import type { Location, NewLocation, NewReader, Reader } from "../domain/terminal.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
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

const pageOf = ({ limit, startingAfter }: PageQuery) => ({
  limit,
  ...(startingAfter && { starting_after: startingAfter }),
});

const toLocation = ({ id, display_name }: Stripe.Terminal.Location): Location => ({
  id,
  displayName: display_name,
});

/** A reader that was never switched on has no status, and a moved one may have no location. */
export const toReader = ({ id, label, device_type, status, location }: Stripe.Terminal.Reader): Reader => ({
  id,
  label: label ?? "",
  deviceType: device_type,
  status: status === "online" ? "online" : "offline",
  locationId: (typeof location === "string" ? location : location?.id) ?? "",
});
