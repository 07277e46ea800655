import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { accountCreationKey } from "../../../shared/ledger/table.ts";
import { FakeWorld, MINUTE_MS } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
const { newAccountCreation } = await import("../../../shared/ledger/accounts.ts");
const { takeClaim, completeClaim, endVisits, packAnswer, rejectClaim, releaseClaim, renewKey, resumeClaim } =
  await import("../../../shared/ledger/claims.ts");
const { eraseAccountCreation } = await import("../../../shared/ledger/erasure.ts");

/** Another one for each test. */
let merchantId = "mer_0";
const useAnotherMerchant = () => {
  merchantId = `mer_${Number(merchantId.slice(4)) + 1}`;
};
beforeEach(useAnotherMerchant);

const claimAs = (ownerToken: string, { traceId = ownerToken, answer }: Claiming = {}) =>
  takeClaim(
    { ...newAccountCreation(merchantId, { country: "US" }), traceId },
    { merchantId, fingerprint: "same", ownerToken, at: world.now },
    answer,
  );

type Claiming = { traceId?: string; answer?: { status: number; body: string } };

async function ownedBy(ownerToken: string) {
  const outcome = await claimAs(ownerToken);
  if (outcome.kind !== "owned") throw new Error(`The claim is ${outcome.kind}.`);
  return outcome.record;
}

it("a request that comes back for an erased merchant's completed work hears so, and writes nothing", async () => {
  const key = accountCreationKey(merchantId);
  await completeClaim(await ownedBy("first"), { status: 201, body: "{}" });
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
    await releaseClaim(await ownedBy("first"));
    world.now += MINUTE_MS;
    await ownedBy("second");
    const heldBy = { traceId: "first", since: world.now };
    await expect(claimAs("third")).rejects.toMatchObject({ code: "in_progress", extras: { heldBy } });
  });
});

const stored = () => world.table.peek(accountCreationKey(merchantId));
const set = (given: Record<string, unknown>) =>
  world.table.put({ ...accountCreationKey(merchantId), ...stored(), ...given }, {});

describe("a claim", () => {
  it("begins with its first key and its first attempt, and has a lease of a minute", async () => {
    await ownedBy("first");
    expect(stored()).toMatchObject({
      state: "claimed",
      keyNumber: 1,
      attempts: 1,
      claimedAt: world.now,
      attemptedAt: world.now,
      leaseExpiresAt: world.now + MINUTE_MS,
      dueSort: expect.any(String),
    });
  });

  it("counts, when it is taken over, one attempt more", async () => {
    await releaseClaim(await ownedBy("first"));
    expect(stored()?.leaseExpiresAt).toBe(0);
    const before = world.now;
    const visitedAt = stored()?.dueSort;
    world.now += 1;
    await ownedBy("second");
    // However often a client retries, its visit is not put off.
    expect(stored()?.dueSort).toBe(visitedAt);
    expect(stored()).toMatchObject({
      ownerToken: "second",
      attempts: 2,
      keyNumber: 1,
      claimedAt: before,
      attemptedAt: world.now,
    });
  });

  it("is claimed again, after it was rejected, under the next key, with the next version of its payment", async () => {
    await rejectClaim(await ownedBy("first"), "card_declined" as never);
    expect(stored()).toMatchObject({
      state: "rejected",
      expiresAt: Math.floor(world.now / 1000) + 30 * 86_400,
    });
    expect(stored()).not.toHaveProperty("dueSort");
    await ownedBy("second");
    expect(stored()).toMatchObject({ state: "claimed", keyNumber: 2, attempts: 1 });
    expect(stored()).not.toHaveProperty("version");
    await rejectClaim(await ownedBy("second"), "card_declined" as never);
    set({ version: world.now + 7 });
    await ownedBy("third");
    expect(stored()).toMatchObject({ keyNumber: 3, version: world.now + 8 });
  });

  it("keeps the key of the later claim where it was claimed and rejected again in the moment in which it would be", async () => {
    await rejectClaim(await ownedBy("first"), "card_declined" as never);
    world.beforeWrite(2, () => {
      if (stored()?.ownerToken === "first") set({ ownerToken: "second", keyNumber: 2 });
    });
    await ownedBy("late");
    expect(stored()).toMatchObject({ ownerToken: "late", keyNumber: 3 });
    world.isKilled = () => false;
  });

  it("is not taken back by a request that was frozen while it was rejected", async () => {
    const frozen = { merchantId, fingerprint: "same", ownerToken: "frozen", at: world.now + 1 };
    const record = await ownedBy("first");
    world.now += 2;
    await rejectClaim(record, "impossible");
    const body = newAccountCreation(merchantId, { country: "US" });
    await expect(takeClaim({ ...body, traceId: "frozen" }, frozen)).rejects.toMatchObject({
      code: "in_progress",
    });
    expect(stored()).toMatchObject({ state: "rejected", ownerToken: "first" });
    await ownedBy("second");
  });

  it("stays as it is, after it was rejected, for a request that may only resume", async () => {
    await rejectClaim(await ownedBy("first"), "card_declined" as never);
    const attempt = { merchantId, fingerprint: "same", ownerToken: "second", at: world.now };
    expect(await resumeClaim(stored() as never, attempt)).toEqual({ kind: "nothing_to_resume" });
    expect(await resumeClaim(undefined, attempt)).toEqual({ kind: "nothing_to_resume" });
    expect(stored()?.state).toBe("rejected");
  });

  it("is to be asked for again where it was rejected and has expired in the very moment", async () => {
    await rejectClaim(await ownedBy("first"), "card_declined" as never);
    world.beforeWrite(2, () => world.table.expire(accountCreationKey(merchantId)));
    await expect(claimAs("second")).rejects.toMatchObject({
      code: "in_progress",
      extras: { retryAfterSeconds: 1 },
    });
    world.isKilled = () => false;
  });

  it("is answered, where its owner completes it in the moment in which it would be taken over", async () => {
    await releaseClaim(await ownedBy("first"));
    const answer = packAnswer({ status: 201, body: "{}" });
    world.beforeWrite(2, () => set({ state: "completed", answer }));
    expect(await claimAs("second")).toMatchObject({ kind: "replay", reply: { status: 201 } });
    expect(stored()).toMatchObject({ state: "completed", ownerToken: "first" });
    world.isKilled = () => false;
  });

  it("is judged, where others take it over again and again, four times, and then is in progress", async () => {
    await releaseClaim(await ownedBy("first"));
    let nth = 0;
    world.isKilled = (call) => {
      // Before each attempt to take it over another request has done so, and given up.
      if (call === "write" && nth++ > 0) set({ ownerToken: `other ${nth}` });
      return false;
    };
    await expect(claimAs("second")).rejects.toMatchObject({ code: "in_progress" });
    expect(nth).toBe(5);
    nth = 2;
    world.isKilled = (call) => {
      if (call === "write" && nth++ < 6) set({ ownerToken: `another ${nth}` });
      return false;
    };
    await ownedBy("second");
    world.isKilled = () => false;
  });
});

describe("the processor's key of a claim is renewed", () => {
  const AT_ONCE = { at: world.now + 1 };
  const LATER = { at: world.now + 1, restMs: 15 * MINUTE_MS };

  it("as the next number, whose time begins now, under the same lease", async () => {
    const claimed = await ownedBy("first");
    const { leaseExpiresAt } = claimed;
    const renewed = { keyNumber: 2, claimedAt: AT_ONCE.at, leaseExpiresAt };
    expect(await renewKey(claimed, AT_ONCE)).toMatchObject(renewed);
    expect(stored()).toMatchObject(renewed);
  });

  it("once, and answers the same to its own repetition", async () => {
    const claimed = await ownedBy("first");
    await renewKey(claimed, AT_ONCE);
    const renewed = await renewKey(claimed, AT_ONCE);
    expect(renewed).toMatchObject({ keyNumber: 2, ownerToken: "first" });
    await renewKey(renewed, AT_ONCE);
    await expect(renewKey(claimed, AT_ONCE)).rejects.toMatchObject({ code: "in_progress" });
    expect(stored()).toMatchObject({ keyNumber: 3 });
  });

  it("so that the claim rests: no release ends that, and others are told how long it lasts", async () => {
    const claimed = await ownedBy("first");
    await renewKey(claimed, LATER);
    await releaseClaim(claimed);
    const end = LATER.at + LATER.restMs;
    expect(stored()).toMatchObject({ state: "claimed", ownerToken: "rest.2", leaseExpiresAt: end });
    world.now = end - 1;
    const extras = { retryAfterSeconds: 1 };
    await expect(claimAs("second")).rejects.toMatchObject({ code: "processor_unavailable", extras });
    world.now = end;
    const renewed = { keyNumber: 2, attempts: 2, claimedAt: world.now };
    expect(await ownedBy("second")).toMatchObject(renewed);
  });

  it("without a rest: a release frees the claim at once, though it is of the former key", async () => {
    const claimed = await ownedBy("first");
    await renewKey(claimed, AT_ONCE);
    await releaseClaim(claimed);
    expect(await ownedBy("second")).toMatchObject({ keyNumber: 2, attempts: 2 });
  });

  it("while another request is about to take the claim over, which then rests all the same", async () => {
    const claimed = await ownedBy("first");
    set({ leaseExpiresAt: 0 });
    world.beforeWrite(2, () => void renewKey(claimed, { ...LATER, at: world.now }));
    await expect(claimAs("second")).rejects.toMatchObject({ code: "processor_unavailable" });
    expect(stored()).toMatchObject({ ownerToken: "rest.2", attempts: 1 });
    world.isKilled = () => false;
  });

  it("1: also where the reply to that is lost, with and without a rest", async () => {
    world.losesReplies = true;
    expect(await renewKey(await ownedBy("first"), AT_ONCE)).toMatchObject({
      ownerToken: "first",
      keyNumber: 2,
    });
    useAnotherMerchant();
    expect(await renewKey(await ownedBy("first"), LATER)).toMatchObject({
      ownerToken: "rest.2",
      keyNumber: 2,
    });
    world.losesReplies = false;
  });

  it("for a second rest, which a visit that has read the first one does not end", async () => {
    const asRead = await renewKey(await ownedBy("first"), LATER);
    world.now += LATER.restMs + 1;
    await renewKey(await ownedBy("second"), { ...LATER, at: world.now });
    await endVisits(asRead);
    await rejectClaim(asRead, "impossible");
    expect(stored()).toMatchObject({ state: "claimed", ownerToken: "rest.3", dueSort: expect.any(String) });
  });

  it("after which a visit may reject it: a request that was frozen meanwhile does not claim it again", async () => {
    const resting = await renewKey(await ownedBy("first"), LATER);
    const frozen = {
      merchantId,
      fingerprint: "same",
      ownerToken: "frozen",
      at: world.now + 2 * LATER.restMs,
    };
    world.now = frozen.at + 1;
    await rejectClaim(resting, "impossible");
    const body = newAccountCreation(merchantId, { country: "US" });
    await expect(takeClaim(body, frozen)).rejects.toMatchObject({ code: "in_progress" });
  });

  it("not once another request has taken the claim over", async () => {
    const claimed = await ownedBy("first");
    set({ ownerToken: "second" });
    await expect(renewKey(claimed, AT_ONCE)).rejects.toMatchObject({ code: "in_progress" });
    set({ keyNumber: 2 });
    await expect(renewKey(claimed, AT_ONCE)).rejects.toMatchObject({ code: "in_progress" });
    expect(stored()).toMatchObject({ ownerToken: "second", keyNumber: 2 });
  });
});

describe("a claim is completed", () => {
  const ANSWER = { status: 201, body: "{}" };

  it("without what only an open claim needs", async () => {
    await completeClaim(await ownedBy("first"), ANSWER);
    expect(stored()).toMatchObject({ state: "completed" });
    for (const gone of ["leaseExpiresAt", "attempts", "dueSort"]) expect(stored()).not.toHaveProperty(gone);
  });

  it("once: its repetition answers the same, and a former owner what its successor stored", async () => {
    const former = await ownedBy("first");
    await releaseClaim(former);
    const claimed = await ownedBy("second");
    await expect(completeClaim(former, ANSWER)).rejects.toMatchObject({ code: "in_progress" });
    expect(await completeClaim(claimed, { status: 201, body: '"ours"' })).toMatchObject({ replayed: false });
    expect(await completeClaim(claimed, ANSWER)).toEqual({ status: 201, body: '"ours"', replayed: false });
    expect(await completeClaim(former, ANSWER)).toEqual({ status: 201, body: '"ours"', replayed: true });
  });

  it("56: is an error of ours, and nothing is done again, if its answer cannot be unpacked", async () => {
    const claimed = await ownedBy("first");
    await completeClaim(claimed, ANSWER);
    set({ answer: { status: 201, body: new Uint8Array([0x78, 0xbb, 1, 2, 3, 4, 5, 6]) } });
    await expect(claimAs("second")).rejects.not.toBeInstanceOf(Failure);
    expect(stored()).toMatchObject({ state: "completed" });
  });
});

it("a claim that was erased is written no more, so no answer comes back", async () => {
  const claimed = await ownedBy("first");
  set({ erasedAt: world.now });
  const before = stored();
  const late = completeClaim(claimed, { status: 201, body: "{}" });
  await expect(late).rejects.toMatchObject({ code: "in_progress" });
  await rejectClaim(claimed, "impossible");
  expect(stored()).toEqual(before);
});

it("a claim that no visit looks for any more leaves the due list, and stays open", async () => {
  await endVisits(await ownedBy("first"));
  expect(stored()).toMatchObject({ state: "claimed" });
  expect(stored()).not.toHaveProperty("dueSort");
});

it("what is done already is claimed and answered in one write, also over a rejected claim", async () => {
  const rejected = await ownedBy("first");
  await rejectClaim(rejected, "impossible");
  const answer = { status: 200, body: "{}" };
  expect(await claimAs("second", { answer })).toMatchObject({ kind: "owned" });
  expect(stored()).toMatchObject({ state: "completed", keyNumber: 2 });
  expect(stored()).not.toHaveProperty("dueSort");
  expect(await claimAs("third")).toMatchObject({ kind: "replay", reply: answer });
});
