import { randomUUID } from "node:crypto";
import type { MerchantApi, Reply } from "./api.ts";
import type { LocalService } from "./local-service.ts";

export const ADDRESS = {
  displayName: "Main Street",
  line1: "1 Main St",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
};

/** A code that every simulated reader shows. */
export const READER_CODE = "simulated-wpe";

export const createLocation = (api: MerchantApi, body: object = {}): Promise<Reply> =>
  api.call("POST", "/v1/terminal/locations", { ...ADDRESS, ...body });

export const registerReader = (api: MerchantApi, body: object): Promise<Reply> =>
  api.call("POST", "/v1/terminal/readers", { registrationCode: READER_CODE, ...body });

/** A reader at a new location, ready to take a card. */
export async function aReader(api: MerchantApi, label = "Till 1"): Promise<string> {
  const { json: location } = await createLocation(api);
  return String((await registerReader(api, { locationId: location.id, label })).json.id);
}

/** The buyer's card on the reader, of the demo's account. */
export const presentCard = ({ stripe, accountId }: LocalService, reader: string, number?: string) =>
  stripe.testHelpers.terminal.readers.presentPaymentMethod(
    reader,
    number ? { type: "card_present", card_present: { number } } : {},
    { stripeAccount: accountId },
  );

export type CollectedPayment = { svcPaymentId: string; processorPaymentIntentId: string };

/** An unpaid payment for a reader. */
export async function newInPerson(api: MerchantApi, body: object = {}): Promise<CollectedPayment> {
  const order = { amountCents: 2000, paymentMethodTypes: ["card_present"], ...body };
  return (await api.create(order, randomUUID())).json as CollectedPayment;
}

export const createInPerson = async (api: MerchantApi): Promise<string> =>
  (await newInPerson(api)).svcPaymentId;

export const processAt = (api: MerchantApi, reader: string, body: object): Promise<Reply> =>
  api.call("POST", `/v1/terminal/readers/${reader}/process`, body);

export const getReader = (api: MerchantApi, reader: string): Promise<Reply> =>
  api.call("GET", `/v1/terminal/readers/${reader}`);

const INTERAC = { currency: "cad", paymentMethodTypes: ["card_present", "interac_present"] };

const presentInterac = ({ stripe, accountId }: LocalService, reader: string): Promise<unknown> =>
  stripe.testHelpers.terminal.readers.presentPaymentMethod(
    reader,
    { type: "interac_present" },
    { stripeAccount: accountId },
  );

/** A payment whose refund needs its card at a reader. */
export async function paidWithInterac(service: LocalService, reader: string): Promise<string> {
  const { svcPaymentId } = await newInPerson(service.api, INTERAC);
  await processAt(service.api, reader, { svcPaymentId });
  await presentInterac(service, reader);
  const look = () => service.api.call("GET", `/v1/payments/${svcPaymentId}`);
  await service.eventually(async () => (await look()).json.status === "succeeded");
  return svcPaymentId;
}
