import { randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { runToItsEnd } from "../../../infra/operator/recoveries.ts";
import { CallbackEndpoint } from "../../../shared/contract/callback-endpoint.ts";
import { verifySignature } from "../../../shared/domain/access/signing-secret.ts";
import { enableCallbackEndpoint } from "../../../shared/flows/callbacks/change-endpoint.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import { CallbackReceiver, type ReceivedCallback } from "../../support/callback-receiver.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { auditEntry } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);
const path = () => `/v1/callback-endpoints/${shop.endpointId}`;

const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

/** Sends a test event and waits for it. */
async function testCallback(): Promise<ReceivedCallback> {
  const { json } = await shop.api.onEndpoint("test");
  const [callback] = await shop.receiver.until(1, ({ eventId }) => eventId === json.eventId);
  if (!callback) throw new Error("no callback");
  return callback;
}

function signedBy({ headers, rawBody }: ReceivedCallback, ...secrets: unknown[]): boolean[] {
  const header = String(headers["svc-signature"]);
  const seconds = Number(/t=(\d+)/.exec(header)?.[1]);
  return secrets.map((one) => verifySignature({ rawBody, header }, [String(one)], seconds) === "valid");
}

describe("POST and PUT", () => {
  it("27: moves what is still to be sent to the new URL, signed as before", async () => {
    const moved = await CallbackReceiver.start();
    await shop.api.call("PUT", path(), { url: moved.url });
    const { json } = await shop.api.onEndpoint("test");
    const [callback] = await moved.until(1, ({ eventId }) => eventId === json.eventId);
    expect(callback && signedBy(callback, shop.secret)).toEqual([true]);
    moved.stop();
  });
});

it("GET costs the one read that authenticates", async () => {
  const reply = await shop.api.call("GET", path());
  expect(reply.status).toBe(200);
  expect(CallbackEndpoint.safeParse(reply.json).error).toBeUndefined();
  expect(reply.json.url).toBe(shop.receiver.url);
  expect(service.dynamodb.passed.map(({ target }) => target)).toEqual(["BatchGetItem"]);
});

describe("rotation", () => {
  it("39: whose answer was lost is repeated, and every secret that a receiver may have signs on", async () => {
    const { json: lost } = await shop.api.onEndpoint("rotate-secret", { graceSeconds: 600 });
    const { json: shown } = await shop.api.onEndpoint("rotate-secret", { graceSeconds: 60 });
    const all = [shop.secret, lost.secret, shown.secret];
    const during = await testCallback();
    expect(during.headers["svc-signature"]).toMatch(/^t=\d+(,v1=[0-9a-f]{64}){3}$/);
    expect(signedBy(during, ...all)).toEqual([true, true, true]);
    const { previousSecretExpiresAt } = (await shop.api.call("GET", path())).json;
    expect(previousSecretExpiresAt).toBe(lost.previousSecretExpiresAt);
    // The secret that was never received ends with its own rotation's grace, the one in use with that which was given to it.
    later(61_000);
    expect(signedBy(await testCallback(), ...all)).toEqual([true, false, true]);
    later(600_000);
    expect(signedBy(await testCallback(), ...all)).toEqual([false, false, true]);
  });
});

describe("the audit", () => {
  it("comes before the change: what cannot be audited is not done", async () => {
    const before = (await shop.api.call("GET", path())).json;
    service.dynamodb.inject(auditEntry, { kind: "drop_request" }, AWS_TRIES);
    expect((await shop.api.onEndpoint("disable")).status).toBe(503);
    expect((await shop.api.call("GET", path())).json).toEqual(before);
  });
});

async function anEvent(delivery: "pending" | "delivered" | "dead" | "held"): Promise<string> {
  const eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery }]);
  return eventId;
}

const deliveries = async (ids: string[]) =>
  (await Promise.all(ids.map((id) => service.deliveryItem(id)))).map(({ delivery }) => delivery);

const turn = (state: "disable" | "enable") => shop.api.onEndpoint(state);

/** As the operator's command does it. */
async function enableByHand(): Promise<void> {
  const merchant = await getMerchant(shop.merchantId);
  const { work } = await enableCallbackEndpoint(merchant, shop.endpointId, {
    at: Date.now(),
    random: randomBytes,
  });
  await runToItsEnd(work);
}

it.each<[string, () => Promise<unknown>]>([
  ["the API", () => turn("enable")],
  ["an operator", enableByHand],
])("sends what is held within seconds of the enabling by %s, before any sweep", async (_, enable) => {
  expect((await turn("disable")).status).toBe(200);
  const ids = [await anEvent("held"), await anEvent("held"), await anEvent("held")];
  await enable();
  await shop.receiver.until(3);
  expect(shop.receiver.received.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
  await service.eventually(async () => (await deliveries(ids)).every((delivery) => delivery === "delivered"));
});
