import { beforeEach, describe, expect, it } from "vitest";
import { listReaders as contract } from "../../../shared/contract/terminal.ts";
import { Failure } from "../../../shared/domain/failure.ts";
import { RecordedClient } from "./recorded-client.ts";

const processor = new RecordedClient().enter();
const { createLocation, listLocations, listReaders, registerReader } = await import(
  "../../../shared/processor/terminal.ts"
);

beforeEach(() => processor.forget());

const ONCE = { processorKey: "key", isCallersKey: true, at: 60_000 };
const ACCOUNT = { stripeAccount: "acct_1" };
const ADDRESS = { line1: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" };
const LOCATION = { accountId: "acct_1", displayName: "Shop", ...ADDRESS };
const READER = { accountId: "acct_1", registrationCode: "a-b-c", locationId: "tml_1" };
const reader = (given: object = {}) => ({ id: "tmr_1", label: "Till", device_type: "s700", ...given });

const fail = (call: string) => {
  let calls = 0;
  processor.answers[call] = () => {
    if (++calls > 1) return { id: "made_1", display_name: "Shop" };
    throw new Failure("processor_unavailable", "later", { processorSays: "saved_error" });
  };
};

describe("a location", () => {
  it("is made with its address, and a second line only where there is one", async () => {
    processor.answers["terminal.locations.create"] = () => ({ id: "tml_1", display_name: "Shop" });
    expect(await createLocation({ ...LOCATION, once: ONCE })).toEqual({ id: "tml_1", displayName: "Shop" });
    await createLocation({ ...LOCATION, line2: "Floor 2", once: { ...ONCE, isCallersKey: false } });
    const address = {
      line1: "1 Main St",
      city: "Austin",
      state: "TX",
      postal_code: "78701",
      country: "US",
    };
    expect(processor.sent.map(({ given }) => given)).toEqual([
      [
        { display_name: "Shop", address, metadata: { svcOperationId: "key" } },
        { ...ACCOUNT, idempotencyKey: "key" },
      ],
      [
        { display_name: "Shop", address: { ...address, line2: "Floor 2" } },
        { ...ACCOUNT, idempotencyKey: "key" },
      ],
    ]);
  });

  it("is rejected in our names of its parameters", async () => {
    processor.answers["terminal.locations.create"] = () => ({ id: "tml_1", display_name: "Shop" });
    await createLocation({ ...LOCATION, once: ONCE });
    expect(processor.fields).toEqual([
      {
        ...{ display_name: "displayName", "address[line1]": "line1", "address[line2]": "line2" },
        ...{ "address[city]": "city", "address[state]": "state" },
        ...{ "address[postal_code]": "postalCode", "address[country]": "country" },
      },
    ]);
  });

  it("a location that a stuck key has made is found by its mark, and otherwise made under another key", async () => {
    fail("terminal.locations.create");
    const others = [
      { id: "tml_1", metadata: null },
      { id: "tml_2", metadata: { svcOperationId: "other" } },
    ];
    const listed = (...data: object[]) => {
      processor.answers["terminal.locations.list"] = () => ({ data, has_more: false });
    };
    listed(...others, { id: "tml_3", display_name: "Shop", metadata: { svcOperationId: "key" } });
    expect(await createLocation({ ...LOCATION, once: ONCE })).toMatchObject({ id: "tml_3" });
    fail("terminal.locations.create");
    listed(...others);
    expect(await createLocation({ ...LOCATION, once: ONCE })).toMatchObject({ id: "made_1" });
    expect(processor.sent.at(-1)?.given[1]).toEqual({ ...ACCOUNT, idempotencyKey: "key.1" });
  });
});

describe("a reader", () => {
  it("is registered at its location, with a label where it has one", async () => {
    processor.answers["terminal.readers.create"] = () => reader({ location: "tml_1", status: "online" });
    expect(await registerReader({ ...READER, label: "Till", once: ONCE })).toEqual({
      id: "tmr_1",
      label: "Till",
      deviceType: "s700",
      status: "online",
      locationId: "tml_1",
    });
    await registerReader({ ...READER, once: ONCE });
    const mark = { metadata: { svcOperationId: "key" } };
    expect(processor.sent.map(({ given }) => given[0])).toEqual([
      { registration_code: "a-b-c", location: "tml_1", label: "Till", ...mark },
      { registration_code: "a-b-c", location: "tml_1", ...mark },
    ]);
    const fields = { registration_code: "registrationCode", location: "locationId", label: "label" };
    expect(processor.fields).toEqual([fields, fields]);
  });

  it("a reader that a stuck key may have made is looked for among two thousand, and then not made again", async () => {
    fail("terminal.readers.create");
    processor.answers["terminal.readers.list"] = () => ({ data: [reader({ metadata: {} })], has_more: true });
    await expect(registerReader({ ...READER, once: ONCE })).rejects.toMatchObject({
      extras: { retryAfterSeconds: 60 },
    });
    expect(processor.sent.filter(({ call }) => call === "terminal.readers.list")).toHaveLength(20);
  });

  it("a reader that was never switched on is offline, and one that was moved may have no location", async () => {
    processor.answers["terminal.readers.list"] = () => ({
      data: [
        reader({ status: null, location: null, label: null }),
        reader({ status: "offline", location: { id: "tml_2" } }),
      ],
      has_more: true,
    });
    const listed = await listReaders({ accountId: "acct_1", limit: 2, startingAfter: "tmr_0" });
    expect(contract.answers[200].schema.parse(listed.items)).toEqual(listed.items);
    expect(listed).toMatchObject({
      items: [
        { status: "offline", locationId: "", label: "" },
        { status: "offline", locationId: "tml_2" },
      ],
      hasMore: true,
      lastId: "tmr_1",
    });
    expect(processor.sent[0]?.given).toEqual([{ limit: 2, starting_after: "tmr_0" }, ACCOUNT]);
    expect(processor.fields).toEqual([{ starting_after: "startingAfter" }]);
  });
});

it("the first page of an account's locations begins nowhere, and an empty one has no last", async () => {
  processor.answers["terminal.locations.list"] = () => ({ data: [], has_more: false });
  expect(await listLocations({ accountId: "acct_1", limit: 2 })).toEqual({
    items: [],
    hasMore: false,
    lastId: undefined,
  });
  expect(processor.sent[0]?.given).toEqual([{ limit: 2 }, ACCOUNT]);
});

it("the next page of locations begins after the last of this one", async () => {
  const data = ["tml_1", "tml_2", "tml_3"].map((id) => ({ id, display_name: "Shop", address: {} }));
  processor.answers["terminal.locations.list"] = () => ({ data, has_more: true });
  expect(await listLocations({ accountId: "acct_1", limit: 3 })).toMatchObject({ lastId: "tml_3" });
});
