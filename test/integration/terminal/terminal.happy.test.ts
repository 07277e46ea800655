import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ReaderState } from "../../../shared/contract/terminal.ts";
import type { MerchantApi } from "../../support/api.ts";
import { ConsoleTab } from "../../support/console.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import {
  ADDRESS,
  aReader,
  createLocation,
  getReader,
  newInPerson,
  presentCard,
  processAt,
  READER_CODE,
  registerReader,
} from "../../support/terminal.ts";
import { useService } from "../../support/use-service.ts";
import { anyPost } from "../../support/wire-calls.ts";

// The processor's events would pass the same wires as what is counted here.
const service = useService({ muted: true });

/** The one read that authenticates, one question to the processor in the merchant's name, and nothing written. */
function expectOneCall(method: string, path: string): void {
  expect(service.dynamodb.passed.map(({ target }) => target)).toEqual(["BatchGetItem"]);
  expect(service.processor.passed.map((passing) => `${passing.method} ${passing.path}`)).toEqual([
    `${method} ${path}`,
  ]);
  expect(service.processor.passed[0]?.headers["stripe-account"]).toBe(service.accountId);
}

it.each([
  ["POST", "connection-token", undefined, "connection_tokens"],
  ["POST", "locations", ADDRESS, "locations"],
  ["GET", "locations?limit=3", undefined, "locations?limit=3"],
  ["GET", "readers?limit=3", undefined, "readers?limit=3"],
])(
  "%s /v1/terminal/%s makes one call in the merchant's name, and no write",
  async (method, path, body, asked) => {
    const { status } = await service.api.call(method, `/v1/terminal/${path}`, body);
    expect(status).toBeLessThan(300);
    expectOneCall(method, `/v1/terminal/${asked}`);
  },
);

it("a reader is registered with one call in the merchant's name, and no write", async () => {
  const { json } = await createLocation(service.api);
  service.clearWires();
  await registerReader(service.api, { locationId: json.id, label: "Till 1" });
  expectOneCall("POST", "/v1/terminal/readers");
});

describe("a reader that the merchant's server drives", () => {
  const cancel = (reader: string) => service.api.call("POST", `/v1/terminal/readers/${reader}/cancel`);

  it("has taken a card by whose last digits the console finds the payment", async () => {
    const reader = await aReader(service.api);
    const { svcPaymentId } = await newInPerson(service.api);
    await processAt(service.api, reader, { svcPaymentId });
    await presentCard(service, reader, "4242424242424242");
    await service.letPass(120);
    const tab = await ConsoleTab.open(service.api, "read");
    const found = (await tab.call("GET", "/v1/found-payments?search=4242")).json;
    expect(found.payments).toContainEqual(expect.objectContaining({ svcPaymentId }));
  });

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
    await presentCard(service, reader);
    expect((await getReader(service.api, reader)).json.action).toEqual({ ...action, status: "succeeded" });
    expect((await service.api.refund(svcPaymentId)).json.status).toBe("refunded");
  });

  it("tells of a declined card, and takes the same payment again", async () => {
    const reader = await aReader(service.api);
    const { svcPaymentId } = await newInPerson(service.api);
    await processAt(service.api, reader, { svcPaymentId });
    await presentCard(service, reader, "4000000000000002");
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

const location = (api: MerchantApi, key: string, body: object = {}) =>
  api.call("POST", "/v1/terminal/locations", { ...ADDRESS, ...body }, { key });
const reader = (api: MerchantApi, key: string, body: object) =>
  api.call("POST", "/v1/terminal/readers", { registrationCode: READER_CODE, ...body }, { key });
const listed = async (api: MerchantApi, what: string) =>
  (await api.call("GET", `/v1/terminal/${what}`)).json as unknown as { id: string }[];
const processorKeys = () =>
  service.processor.passed.filter(anyPost).map(({ headers }) => headers["idempotency-key"]);

describe("the same key and body", () => {
  it("make one location", async () => {
    const api = await service.otherMerchant();
    const key = randomUUID();
    const first = await location(api, key);
    const second = await location(api, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toEqual(first.json);
    expect(await listed(api, "locations")).toHaveLength(1);
  });
});

it("a key is the merchant's and the operation's own, and the processor never sees it", async () => {
  const [one, other] = [await service.otherMerchant(), await service.otherMerchant()];
  service.clearWires();
  const key = "till-1";
  const { json } = await location(one, key);
  expect((await location(other, key, { city: "Shelbyville" })).status).toBe(201);
  expect((await reader(one, key, { locationId: json.id })).status).toBe(201);
  expect(new Set(processorKeys()).size).toBe(3);
  expect(processorKeys().join()).not.toContain(key);
});

it("a key that is no key is rejected; a connection token takes none, because it goes stale", async () => {
  expectProblem(await location(service.api, "a,b"), 400, "Invalid request");
  const token = () => service.api.call("POST", "/v1/terminal/connection-token", {}, { key: "same" });
  expect((await token()).json.secret).not.toBe((await token()).json.secret);
});
