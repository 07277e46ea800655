import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { CARD_USD, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

const ADDRESS = { line1: "1 Main St", city: "Springfield", state: "IL", postal_code: "62701", country: "US" };

const createLocation = (display_name = "Shop", address: Partial<typeof ADDRESS> = ADDRESS) =>
  bench.stripe.terminal.locations.create(
    { display_name, address } as Stripe.Terminal.LocationCreateParams,
    options,
  ) as Promise<Stripe.Terminal.Location>;

async function registerReader(registration_code = "simulated-wpe") {
  const { id: location } = await createLocation();
  return bench.stripe.terminal.readers.create({ registration_code, location, label: "Till 1" }, options);
}

describe("locations", () => {
  it("are created, read and listed in pages", async () => {
    const first = await createLocation("First");
    expect(first).toMatchObject({
      object: "terminal.location",
      display_name: "First",
      address: { ...ADDRESS, line2: null },
    });
    expect(first.id).toMatch(/^tml_/);
    const second = await createLocation("Second");
    expect(await bench.stripe.terminal.locations.retrieve(first.id, {}, options)).toEqual(first);
    const page = await bench.stripe.terminal.locations.list({ limit: 1 }, options);
    expect(page.data).toEqual([second]);
    const next = await bench.stripe.terminal.locations.list({ limit: 1, starting_after: second.id }, options);
    expect(next.data).toEqual([first]);
  });

  it.each(["line1", "city", "state", "postal_code", "country"])("need %s", async (name) => {
    const { [name as keyof typeof ADDRESS]: _, ...rest } = ADDRESS;
    expect(await rejectionOf(createLocation("Shop", rest))).toMatchObject({
      code: "parameter_missing",
      param: `address[${name}]`,
    });
  });
});

it("connection tokens carry a secret, and a location that must exist", async () => {
  const { id: location } = await createLocation();
  const token = await bench.stripe.terminal.connectionTokens.create({ location }, options);
  expect(token).toMatchObject({ object: "terminal.connection_token", location });
  expect(token.secret).toMatch(/^pst_test_\w+$/);
  const wrong = bench.stripe.terminal.connectionTokens.create({ location: "tml_nowhere" }, options);
  expect(await rejectionOf(wrong)).toMatchObject({ code: "resource_missing", param: "location" });
});

describe("readers", () => {
  it("are listed by location and status", async () => {
    const reader = await registerReader("simulated-s700");
    const find = async (by: Stripe.Terminal.ReaderListParams) =>
      (await bench.stripe.terminal.readers.list({ limit: 100, ...by }, options)).data.map(({ id }) => id);
    const location = String(reader.location);
    expect(await find({ location })).toContain(reader.id);
    await bench.control("POST", `readers/${reader.id}`, { status: "offline" });
    expect(await find({ location, status: "online" })).not.toContain(reader.id);
    expect(await find({ location, status: "offline" })).toEqual([reader.id]);
  });

  it.each(["no code", "constructor"])("are not registered by %s", async (code) => {
    expect(await rejectionOf(registerReader(code))).toMatchObject({ param: "registration_code" });
  });

  const processIntent = (reader: string, payment_intent: string) =>
    bench.stripe.terminal.readers.processPaymentIntent(reader, { payment_intent }, options);

  it("fail a refund that was made at another reader meanwhile", async () => {
    const [first, second] = [await registerReader(), await registerReader()];
    const { readers } = bench.stripe.terminal;
    const card = { type: "interac_present" } as const;
    const presentTo = ({ id }: Stripe.Terminal.Reader) =>
      bench.stripe.testHelpers.terminal.readers.presentPaymentMethod(id, card, options);
    const order = {
      amount: 1000,
      currency: "cad",
      allowed_payment_method_types: ["interac_present" as const],
    };
    const { id: payment_intent } = await bench.stripe.paymentIntents.create(order, options);
    await processIntent(first.id, payment_intent);
    await presentTo(first);
    for (const { id } of [first, second])
      await readers.refundPayment(id, { payment_intent, amount: 1000 }, options);
    expect((await presentTo(first)).action).toMatchObject({ status: "succeeded" });
    const failed = { status: "failed", failure_code: "charge_already_refunded" };
    expect((await presentTo(second)).action).toMatchObject(failed);
    expect((await readers.retrieve(second.id, {}, options)) as object).toMatchObject({ action: failed });
    expect((await bench.stripe.refunds.list({ payment_intent }, options)).data).toHaveLength(1);
  });

  it("reject a payment that is not for a reader", async () => {
    const reader = await registerReader();
    const online = await bench.stripe.paymentIntents.create(CARD_USD, options);
    expect(await rejectionOf(processIntent(reader.id, online.id))).toMatchObject({ param: "payment_intent" });
  });
});
