import type Stripe from "stripe";
import type { Customer, CustomerSetup, NewCustomer, SavedMethod } from "../domain/customer.ts";
import { Failure, processorSays } from "../domain/failure.ts";
import type { Once } from "../domain/id.ts";
import { CUSTOMER_ID, METHOD_ID } from "../domain/id-forms.ts";
import { methodIn } from "../domain/payments/method.ts";
import { DAY_MS } from "../domain/time.ts";
import { environmentConfig } from "../runtime/config.ts";
import { readProcessorKeys } from "../runtime/secrets.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { PAGE_ITEMS, searchList } from "./lookup.ts";
import { makeOnce } from "./make-once.ts";

/*
 * Customers and their saved payment methods, in the merchant's account. The ledger has no record of them, so a restore
 * loses nothing, and each id is judged by the processor: another account's is unknown to it, and one answer stands for
 * all that cannot be had.
 */

type Owner = { accountId: string };
type OneCustomer = Owner & { customerId: string };

const FIELDS = { email: "email", name: "name", "metadata[customerRef]": "customerRef" };

/** Only what bears it is found and deleted: an account may have customers of its owner, and of another environment. */
const ourMark = () => ({ svcEnv: environmentConfig().ENVIRONMENT });

const MAX_PAGES = 20;

export async function createCustomer(customer: Owner & NewCustomer & { once: Once }): Promise<Customer> {
  const { accountId, once, customerRef, email, name } = customer;
  const operation = once.isCallersKey ? { svcOperationId: once.processorKey } : {};
  const parameters = {
    ...(email && { email }),
    ...(name && { name }),
    metadata: { ...(customerRef && { customerRef }), ...ourMark(), ...operation },
  };
  const account = { stripeAccount: accountId };
  // The processor forgets a key, and what it saved under it, within a day.
  const created = { gte: Math.floor((once.at - 2 * DAY_MS) / 1000) };
  const made = await makeOnce(once, {
    make: (idempotencyKey) =>
      callProcessor((stripe) => stripe.customers.create(parameters, { ...account, idempotencyKey }), FIELDS),
    find: () =>
      searchList<Stripe.Customer>(
        (paging) => readFromProcessor((stripe) => stripe.customers.list({ ...paging, created }, account)),
        ({ metadata }) => metadata.svcOperationId === once.processorKey,
        { maxPages: MAX_PAGES },
      ),
  });
  return toCustomer(made);
}

/** In the search's language a quote and a backslash are escaped. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

export async function searchCustomers({
  accountId,
  customerRef,
}: Owner & { customerRef: string }): Promise<Customer[]> {
  const { svcEnv } = ourMark();
  const query = `metadata["customerRef"]:${quoted(customerRef)} AND metadata["svcEnv"]:${quoted(svcEnv)}`;
  const { data } = await callProcessor((stripe) =>
    stripe.customers.search({ query, limit: PAGE_ITEMS }, { stripeAccount: accountId }),
  );
  // The search does not tell "anna" from "Anna", who has another card.
  return data.map(toCustomer).filter((customer) => customer.customerRef === customerRef);
}

export async function deleteCustomer({ accountId, customerId }: OneCustomer): Promise<Customer> {
  const options = { stripeAccount: accountId };
  const customer = await callForCustomer(customerId, (stripe) =>
    stripe.customers.retrieve(customerId, {}, options),
  );
  if (customer.deleted || customer.metadata.svcEnv !== ourMark().svcEnv) throw noSuchCustomer();
  await callForCustomer(customerId, (stripe) => stripe.customers.del(customerId, {}, options));
  return toCustomer(customer);
}

/** Made twice it does no harm: the browser confirms one. */
export async function createSetup({
  accountId,
  customerId,
  once,
}: OneCustomer & { once: Once }): Promise<CustomerSetup> {
  const parameters: Stripe.SetupIntentCreateParams = {
    customer: customerId,
    usage: "off_session",
    automatic_payment_methods: { enabled: true },
    metadata: ourMark(),
  };
  const setup = await makeOnce(once, {
    make: (idempotencyKey) =>
      callForCustomer(customerId, (stripe) =>
        stripe.setupIntents.create(parameters, { stripeAccount: accountId, idempotencyKey }),
      ),
    find: async () => undefined,
  });
  if (!setup.client_secret) throw new Error("The processor answered a setup without a client secret.");
  return {
    setupIntentId: setup.id,
    clientSecret: setup.client_secret,
    connectedAccountId: accountId,
    publishableKey: (await readProcessorKeys()).publishableKey,
  };
}

export async function listSavedMethods({ accountId, customerId }: OneCustomer): Promise<SavedMethod[]> {
  const options = { stripeAccount: accountId };
  const { data } = await callForCustomer(customerId, (stripe) =>
    stripe.customers.listPaymentMethods(customerId, { limit: PAGE_ITEMS }, options),
  );
  return data.map((method) => toMethod(method, customerId));
}

export async function detachMethod({
  accountId,
  customerId,
  methodId,
}: OneCustomer & { methodId: string }): Promise<SavedMethod> {
  const options = { stripeAccount: accountId };
  if (!METHOD_ID.test(methodId)) throw noSuchMethod();
  const call = <T>(ask: (stripe: Stripe) => Promise<T>) => callProcessor(ask).catch(missingAs(noSuchMethod));
  const method = await call((stripe) => stripe.paymentMethods.retrieve(methodId, {}, options));
  if (idOf(method.customer) !== customerId) throw noSuchMethod();
  await call((stripe) => stripe.paymentMethods.detach(methodId, {}, options));
  return toMethod(method, customerId);
}

const noSuchCustomer = (): Failure => new Failure("not_found", "There is no such customer.");
const noSuchMethod = (): Failure => new Failure("not_found", "There is no such payment method.");

const callForCustomer = async <T>(customerId: string, call: (stripe: Stripe) => Promise<T>): Promise<T> => {
  if (!CUSTOMER_ID.test(customerId)) throw noSuchCustomer();
  return callProcessor(call).catch(missingAs(noSuchCustomer));
};

const missingAs =
  (failure: () => Failure) =>
  (error: unknown): never => {
    throw processorSays(error) === "missing" ? failure() : error;
  };

const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;

const toCustomer = ({ id, metadata }: Stripe.Customer): Customer => ({
  customerId: id,
  customerRef: metadata.customerRef ?? null,
});

function toMethod(method: Stripe.PaymentMethod, customerId: string): SavedMethod {
  const { brand = null, last4 = null, expMonth = null, expYear = null } = methodIn(method) ?? {};
  return { customerId, paymentMethodId: method.id, type: method.type, brand, last4, expMonth, expYear };
}
