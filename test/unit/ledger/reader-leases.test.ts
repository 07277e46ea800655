import { beforeEach, expect, it } from "vitest";
import { readerKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Of two requests that send to one reader at once, the one for another payment waits until the first can no longer arrive. */
const world = new FakeWorld().enter();
const { leaseReader, releaseReader } = await import("../../../shared/ledger/reader-leases.ts");

const LEASE_MS = 60_000;

/** Another one for each test. */
let nth = 0;
beforeEach(() => {
  nth++;
});

const of = (subject: string, ownerToken: string) => ({
  merchantId: "mer_1",
  readerId: `tmr_${nth}`,
  ...{ subject, ownerToken },
});
const lease = (subject: string, ownerToken: string, later = 0) =>
  leaseReader(of(subject, ownerToken), world.now + later);

it("names what is being sent, until that was released or its time is over", async () => {
  expect(await lease("svcpay_a", "first")).toBeUndefined();
  expect(await lease("svcpay_b", "second")).toBe("svcpay_a");
  expect(await lease("svcpay_b", "second", LEASE_MS)).toBe("svcpay_a");
  expect(await lease("svcpay_b", "second", LEASE_MS + 1)).toBeUndefined();
  await releaseReader(of("svcpay_b", "second"));
  expect(await lease("svcpay_a", "third")).toBeUndefined();
});

it("is not ended by one of two requests for the same payment while the other one may still send", async () => {
  await lease("svcpay_a", "first");
  expect(await lease("svcpay_a", "repeat", 1)).toBeUndefined();
  await releaseReader(of("svcpay_a", "repeat"));
  expect(await lease("svcpay_b", "second", 2)).toBe("svcpay_a");
  await releaseReader(of("svcpay_a", "first"));
  expect(await lease("svcpay_b", "second", LEASE_MS + 1)).toBe("svcpay_a");
  expect(await lease("svcpay_b", "second", LEASE_MS + 2)).toBeUndefined();
});

it("is not shared where it was released, and taken for another payment, in the very moment", async () => {
  await lease("svcpay_a", "first");
  world.beforeWrite(2, () => world.change(readerKey("mer_1", `tmr_${nth}`), { subject: "svcpay_b" }));
  expect(await lease("svcpay_a", "repeat", 1)).toBe("svcpay_b");
  world.isKilled = () => false;
});
