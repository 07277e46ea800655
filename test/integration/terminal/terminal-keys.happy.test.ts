import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MerchantApi } from "../../support/api.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import { ADDRESS, createLocation, READER_CODE } from "../../support/terminal.ts";
import { useService } from "../../support/use-service.ts";
import { anyPost } from "../../support/wire-calls.ts";

/** Locations and readers under an Idempotency-Key, which the processor remembers for a day. */
const service = useService({ muted: true });

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

  it("register one reader", async () => {
    const api = await service.otherMerchant();
    const { id: locationId } = (await createLocation(api)).json;
    const key = randomUUID();
    const first = await reader(api, key, { locationId, label: "Till 1" });
    const second = await reader(api, key, { locationId, label: "Till 1" });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toEqual(first.json);
    expect(await listed(api, "readers")).toHaveLength(1);
  });
});

it("the same key with another body is a conflict, and makes nothing", async () => {
  const api = await service.otherMerchant();
  const key = randomUUID();
  const { json } = await location(api, key);
  expectProblem(await location(api, key, { city: "Shelbyville" }), 409, "Idempotency conflict");
  await reader(api, key, { locationId: json.id, label: "Till 1" });
  const conflict = await reader(api, key, { locationId: json.id, label: "Till 2" });
  expectProblem(conflict, 409, "Idempotency conflict");
  expect(await listed(api, "locations")).toHaveLength(1);
  expect(await listed(api, "readers")).toHaveLength(1);
});

it("the same key while the first request is running is told to wait", async () => {
  const api = await service.otherMerchant();
  service.clearWires();
  const error = { type: "idempotency_error", code: "idempotency_key_in_use" };
  service.processor.inject(anyPost, { kind: "answer", status: 409, body: { error } });
  const reply = await location(api, randomUUID());
  expectProblem(reply, 409, "In progress");
  expect(reply.headers.get("retry-after")).toBe("1");
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

it("without a key every request is a new one", async () => {
  const api = await service.otherMerchant();
  await createLocation(api);
  await createLocation(api);
  expect(await listed(api, "locations")).toHaveLength(2);
});

it("a key that is no key is rejected; a connection token takes none, because it goes stale", async () => {
  expectProblem(await location(service.api, "a,b"), 400, "Invalid request");
  const token = () => service.api.call("POST", "/v1/terminal/connection-token", {}, { key: "same" });
  expect((await token()).json.secret).not.toBe((await token()).json.secret);
});
