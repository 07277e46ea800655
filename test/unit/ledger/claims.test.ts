import { beforeEach, describe, expect, it } from "vitest";
import { newAccountCreation } from "../../../shared/ledger/accounts.ts";
import { accountCreationKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld();
world.enter();
const { claim } = await import("../../../shared/ledger/claims.ts");
const { complete, release } = await import("../../../shared/ledger/claim-ends.ts");
const { eraseAccountCreation } = await import("../../../shared/ledger/erasure.ts");

const MINUTE_MS = 60_000;

/** Another one for each test. */
let merchantId = "mer_0";
beforeEach(() => {
  merchantId = `mer_${Number(merchantId.slice(4)) + 1}`;
});

const claimAs = (ownerToken: string, traceId = ownerToken) =>
  claim(
    { ...newAccountCreation(merchantId, { country: "US" }), traceId },
    { merchantId, fingerprint: "same", ownerToken, at: world.now },
  );

async function ownedBy(ownerToken: string) {
  const outcome = await claimAs(ownerToken);
  if (outcome.kind !== "owned") throw new Error(`The claim is ${outcome.kind}.`);
  return outcome.record;
}

it("a request that comes back for an erased merchant's completed work hears so, and writes nothing", async () => {
  const key = accountCreationKey(merchantId);
  await complete(await ownedBy("first"), { status: 201, body: "{}" });
  await eraseAccountCreation(key, world.now);
  const before = world.table.peek(key);
  await expect(claimAs("second")).rejects.toMatchObject({ code: "not_found" });
  expect(world.table.peek(key)).toEqual(before);
});

describe("a request that finds the work in progress", () => {
  it("learns which request claimed it, and since when", async () => {
    await ownedBy("first");
    const heldBy = { traceId: "first", since: world.now };
    await expect(claimAs("second")).rejects.toMatchObject({ code: "in_progress", extras: { heldBy } });
  });

  it("learns since when the request is at it that took the work over", async () => {
    await release(await ownedBy("first"));
    world.now += MINUTE_MS;
    await ownedBy("second");
    const heldBy = { traceId: "first", since: world.now };
    await expect(claimAs("third")).rejects.toMatchObject({ code: "in_progress", extras: { heldBy } });
  });
});
