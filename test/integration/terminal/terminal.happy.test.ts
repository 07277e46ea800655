import { describe, expect, it } from "vitest";
import { ConnectionToken, Location, Reader, ReaderState } from "../../../shared/contract/terminal.ts";
import type { Reply } from "../../support/api.ts";
import {
  aReader,
  createLocation,
  getReader,
  newInPerson,
  payAtReader,
  processAt,
  registerReader,
} from "../../support/terminal.ts";
import { useService } from "../../support/use-service.ts";

// The processor's events would pass the same wires as what is counted here.
const service = useService({ muted: true });

const ids = ({ json }: Reply) => (json as unknown as { id: string }[]).map(({ id }) => id);

/** The one read that authenticates, one question to the processor in the merchant's name, and nothing written. */
function expectOneCall(method: string, path: string): void {
  expect(service.dynamodb.passed.map(({ target }) => target)).toEqual(["BatchGetItem"]);
  expect(service.processor.passed.map((passing) => `${passing.method} ${passing.path}`)).toEqual([
    `${method} ${path}`,
  ]);
  expect(service.processor.passed[0]?.headers["stripe-account"]).toBe(service.accountId);
}

describe("connection token", () => {
  it("answers a secret, with one call and no write", async () => {
    const reply = await service.api.call("POST", "/v1/terminal/connection-token");
    expect(reply.status).toBe(200);
    expect(ConnectionToken.safeParse(reply.json).error).toBeUndefined();
    expect(reply.json.secret).toMatch(/^pst_/);
    expectOneCall("POST", "/v1/terminal/connection_tokens");
  });

  it("takes an empty object for no body, and gives a new secret each time", async () => {
    const first = await service.api.call("POST", "/v1/terminal/connection-token", {});
    const second = await service.api.call("POST", "/v1/terminal/connection-token", {});
    expect(first.status).toBe(200);
    expect(second.json.secret).not.toBe(first.json.secret);
  });
});

describe("locations", () => {
  it("are created with 201 and exactly the fields of the specification", async () => {
    const reply = await createLocation(service.api, { line2: "2nd floor" });
    expect(reply.status).toBe(201);
    expect(Location.safeParse(reply.json).error).toBeUndefined();
    expect(reply.json).toEqual({ id: expect.stringMatching(/^tml_/), displayName: "Main Street" });
    expectOneCall("POST", "/v1/terminal/locations");
  });

  it("reach the processor whole, in US unless told otherwise", async () => {
    const options = { stripeAccount: service.accountId };
    const { json } = await createLocation(service.api, { line2: "2nd floor" });
    const made = await service.stripe.terminal.locations.retrieve(String(json.id), {}, options);
    expect(made).toMatchObject({
      display_name: "Main Street",
      address: {
        line1: "1 Main St",
        line2: "2nd floor",
        city: "Springfield",
        state: "IL",
        postal_code: "62701",
        country: "US",
      },
    });
    const { json: canadian } = await createLocation(service.api, { country: "ca", state: "ON" });
    const other = await service.stripe.terminal.locations.retrieve(String(canadian.id), {}, options);
    expect(other).toMatchObject({ address: { country: "CA" } });
  });

  it("are listed as a bare array, newest first", async () => {
    const { json } = await createLocation(service.api, { displayName: "Newest" });
    service.dynamodb.clear();
    service.processor.clear();
    const reply = await service.api.call("GET", "/v1/terminal/locations");
    expect(reply.status).toBe(200);
    expect(reply.json[0]).toEqual({ id: json.id, displayName: "Newest" });
    expect(reply.headers.get("link")).toBeNull();
    expectOneCall("GET", "/v1/terminal/locations?limit=100");
  });

  it("are listed page by page, following the Link header to the end", async () => {
    const merchant = await service.otherMerchant();
    const made: unknown[] = [];
    for (let count = 0; count < 5; count++) made.unshift((await createLocation(merchant)).json.id);
    const seen: string[] = [];
    let path: string | undefined = "/v1/terminal/locations?limit=2";
    for (let pages = 1; path; pages++) {
      const reply = await merchant.call("GET", path);
      seen.push(...ids(reply));
      const next = /^<(.+)>; rel="next"$/.exec(reply.headers.get("link") ?? "")?.[1];
      expect(next === undefined).toBe(pages === 3);
      path = next?.replace(merchant.baseUrl, "");
      if (path) expect(path.startsWith("/v1/terminal/locations?limit=2&startingAfter=tml_")).toBe(true);
    }
    expect(seen).toEqual(made);
  });
});

describe("readers", () => {
  it("are registered with 201 and exactly the fields of the specification", async () => {
    const { json: location } = await createLocation(service.api);
    service.dynamodb.clear();
    service.processor.clear();
    const reply = await registerReader(service.api, { locationId: location.id, label: "Till 1" });
    expect(reply.status).toBe(201);
    expect(Reader.safeParse(reply.json).error).toBeUndefined();
    expect(reply.json).toEqual({
      id: expect.stringMatching(/^tmr_/),
      label: "Till 1",
      deviceType: "simulated_wisepos_e",
      status: "online",
      locationId: location.id,
    });
    expectOneCall("POST", "/v1/terminal/readers");
  });

  it("are listed with the same fields, page by page", async () => {
    const merchant = await service.otherMerchant();
    const [first, second] = [await aReader(merchant), await aReader(merchant, "Till 2")];
    const whole = await merchant.call("GET", "/v1/terminal/readers");
    expect(ids(whole)).toEqual([second, first]);
    expect(Reader.safeParse(whole.json[0]).error).toBeUndefined();
    const part = await merchant.call("GET", "/v1/terminal/readers?limit=1");
    expect(ids(part)).toEqual([second]);
    const next = /^<(.+)>; rel="next"$/.exec(part.headers.get("link") ?? "")?.[1] ?? "";
    expect(next).toBe(`${merchant.baseUrl}/v1/terminal/readers?limit=1&startingAfter=${second}`);
    const rest = await merchant.call("GET", next.replace(merchant.baseUrl, ""));
    expect(ids(rest)).toEqual([first]);
    expect(rest.headers.get("link")).toBeNull();
  });

  it("are listed with one call and no write", async () => {
    await service.api.call("GET", "/v1/terminal/readers?limit=3");
    expectOneCall("GET", "/v1/terminal/readers?limit=3");
  });
});

describe("a card-present payment", () => {
  it("is authorized at the reader, captured in part, and lands in the same ledger", async () => {
    const reader = await aReader(service.api);
    const body = { amountCents: 2000, paymentMethodTypes: ["card_present"], captureMethod: "manual" };
    const created = await service.api.create(body, "card-present-manual");
    expect(created.json).toMatchObject({ status: "requires_payment_method", applicationFeeCents: 80 });
    const intentId = String(created.json.processorPaymentIntentId);
    await payAtReader(service, reader, { intentId, accountId: service.accountId });
    const captured = await service.api.capture(created.json.svcPaymentId, { amountCents: 1500 });
    expect(captured.json).toMatchObject({ status: "succeeded", amountCents: 1500, applicationFeeCents: 60 });
    const refunded = await service.api.refund(created.json.svcPaymentId, { amountCents: 500 });
    expect(refunded.json.status).toBe("partially_refunded");
    const { refundId: _, ...payment } = refunded.json;
    expect((await service.api.get(created.json.svcPaymentId)).json).toMatchObject(payment);
  });

  it("may be captured at once", async () => {
    const reader = await aReader(service.api);
    const body = { amountCents: 900, paymentMethodTypes: ["card_present"] };
    const created = await service.api.create(body, "card-present-automatic");
    const intentId = String(created.json.processorPaymentIntentId);
    await payAtReader(service, reader, { intentId, accountId: service.accountId });
    // The refund asks the processor before it believes the ledger, which has not heard of the payment yet.
    expect((await service.api.refund(created.json.svcPaymentId)).json.status).toBe("refunded");
  });
});

describe("a reader that the merchant's server drives", () => {
  const present = (reader: string, number?: string) =>
    service.stripe.testHelpers.terminal.readers.presentPaymentMethod(
      reader,
      number ? { type: "card_present", card_present: { number } } : {},
      { stripeAccount: service.accountId },
    );
  const cancel = (reader: string) => service.api.call("POST", `/v1/terminal/readers/${reader}/cancel`);

  it("collects a payment: a look and a call under a lease, and its action shows the way", async () => {
    const reader = await aReader(service.api);
    const { svcPaymentId, processorPaymentIntentId } = await newInPerson(service.api);
    expect((await getReader(service.api, reader)).json.action).toBeNull();
    service.clearWires();
    const sent = await processAt(service.api, reader, {
      svcPaymentId,
      skipTipping: true,
      allowCancel: false,
    });
    expect(sent.status).toBe(200);
    expect(ReaderState.safeParse(sent.json).error).toBeUndefined();
    const action = { status: "in_progress", svcPaymentId, failureCode: null };
    expect(sent.json).toMatchObject({ id: reader, status: "online", action });
    expect(service.dynamodb.passed.map(({ target }) => target)).toEqual([
      "BatchGetItem",
      "GetItem",
      "UpdateItem",
      "UpdateItem",
    ]);
    expect(service.processor.passed.map(({ path }) => path.replace(/\?.*/, ""))).toEqual([
      `/v1/terminal/readers/${reader}`,
      `/v1/terminal/readers/${reader}/process_payment_intent`,
    ]);
    const parameters = Object.fromEntries(new URLSearchParams(service.processor.passed[1]?.body));
    expect(parameters).toMatchObject({
      payment_intent: processorPaymentIntentId,
      "process_config[skip_tipping]": "true",
      "process_config[enable_customer_cancellation]": "false",
    });
    expect((await getReader(service.api, reader)).json.action).toEqual(action);
    await present(reader);
    expect((await getReader(service.api, reader)).json.action).toEqual({ ...action, status: "succeeded" });
    expect((await service.api.refund(svcPaymentId)).json.status).toBe("refunded");
  });

  it("tells of a declined card, and takes the same payment again", async () => {
    const reader = await aReader(service.api);
    const { svcPaymentId } = await newInPerson(service.api);
    await processAt(service.api, reader, { svcPaymentId });
    await present(reader, "4000000000000002");
    const failed = { status: "failed", svcPaymentId, failureCode: "card_declined" };
    expect((await getReader(service.api, reader)).json.action).toEqual(failed);
    const again = await processAt(service.api, reader, { svcPaymentId });
    expect(again.json.action).toMatchObject({ status: "in_progress", svcPaymentId });
  });

  it("names no payment where it collects an intent that this API did not make", async () => {
    const reader = await aReader(service.api);
    const mine = await newInPerson(service.api);
    const options = { stripeAccount: service.accountId };
    const made = (metadata: Record<string, string>) =>
      service.stripe.paymentIntents.create(
        { amount: 700, currency: "usd", allowed_payment_method_types: ["card_present"], metadata },
        options,
      );
    for (const metadata of [{}, { svcPaymentId: mine.svcPaymentId }, { svcPaymentId: "../x" }]) {
      const { id: payment_intent } = await made(metadata as Record<string, string>);
      await service.stripe.terminal.readers.processPaymentIntent(reader, { payment_intent }, options);
      const { action } = (await getReader(service.api, reader)).json;
      expect(action).toEqual({ status: "in_progress", svcPaymentId: null, failureCode: null });
      await cancel(reader);
    }
  });
});
