import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AccountState, ConnectedAccount } from "../../../shared/domain/onboarding.ts";
import type { AccountCreation } from "../../../shared/ledger/accounts.ts";
import { accountCreationKey, merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The conditions under which a merchant's account is attached, saved, detached and may be made again, each by itself. */
const world = new FakeWorld().enter();
const { attachAccount, freeAccountCreation, reattachAccount, saveAccountState, saveDetachment } =
  await import("../../../shared/ledger/accounts.ts");

const MERCHANT = merchantKey("mer_1");
const CREATION = accountCreationKey("mer_1");
const STATE = { chargesEnabled: true, payoutsEnabled: false } as unknown as AccountState;

const accountOf = () => world.table.peek(MERCHANT)?.account as ConnectedAccount | null;
const putMerchant = (account: object | null, formerAccountIds?: string[], given: object = {}) =>
  world.table.put(
    { ...MERCHANT, merchantId: "mer_1", account, ...(formerAccountIds && { formerAccountIds }), ...given },
    {},
  );

beforeEach(() => putMerchant(null));

const WRITTEN_MS = 1_782_907_200_000;
beforeEach(() => void vi.spyOn(Date, "now").mockReturnValue(WRITTEN_MS));

describe("an account is attached", () => {
  const attach = (processorAccountId: string) => attachAccount("mer_1", { processorAccountId, ...STATE });

  it("to a merchant that has none, in its first version", async () => {
    expect((await attach("acct_1")).account).toMatchObject({
      ...{ processorAccountId: "acct_1", version: WRITTEN_MS },
    });
  });

  it("not in the place of another, which is answered", async () => {
    await attach("acct_1");
    expect((await attach("acct_2")).account).toMatchObject({ processorAccountId: "acct_1" });
    expect(accountOf()?.processorAccountId).toBe("acct_1");
  });

  it("not once it was detached", async () => {
    putMerchant(null, ["acct_1"]);
    expect((await attach("acct_1")).account).toBeNull();
  });

  it("to no merchant that the ledger does not know: that is an error, and nothing is made of it", async () => {
    const unknown = attachAccount("mer_unknown", { processorAccountId: "acct_1", ...STATE });
    await expect(unknown).rejects.toThrow("disappeared");
    expect(world.table.peek(merchantKey("mer_unknown"))).toBeUndefined();
  });
});

describe("a detached account is attached again", () => {
  const reattach = () => reattachAccount("mer_1", { processorAccountId: "acct_1", ...STATE });

  it("to a merchant that has none, in its first version", async () => {
    putMerchant(null, ["acct_1", "acct_2"]);
    expect((await reattach()).account).toMatchObject({
      ...{ processorAccountId: "acct_1", version: WRITTEN_MS },
    });
  });

  it.each([
    ["in the place of another", { processorAccountId: "acct_2" }, ["acct_1"]],
    ["where it is not one of the merchant's former ones", null, ["acct_2"]],
    ["where the merchant never had one", null, undefined],
  ])("not %s", async (_, account, former) => {
    putMerchant(account, former);
    const before = world.table.peek(MERCHANT);
    expect((await reattach()).account).toEqual(account);
    expect(world.table.peek(MERCHANT)).toEqual(before);
  });
});

it.each([
  ["an account", "acct_1", attachAccount],
  ["a former account", "acct_former", reattachAccount],
])("%s is attached above the version that its merchant was shown without one", async (_, id, attach) => {
  putMerchant(null, ["acct_former"], { detachedVersion: WRITTEN_MS + 9 });
  const merchant = await attach("mer_1", { processorAccountId: id, ...STATE });
  expect(merchant.account).toMatchObject({ processorAccountId: id, version: WRITTEN_MS + 10 });
});

describe("what the processor says of an account is saved", () => {
  const save = (read: { processorAccountId: string; version?: number }) =>
    saveAccountState("mer_1", read as ConnectedAccount, STATE);

  it("onto the version that was read, which it raises to the time of the write", async () => {
    putMerchant({ processorAccountId: "acct_1", version: 4 });
    expect((await save({ processorAccountId: "acct_1", version: 4 }))?.account).toEqual({
      processorAccountId: "acct_1",
      ...STATE,
      version: WRITTEN_MS,
    });
  });

  it("above a version that a faster clock has given", async () => {
    putMerchant({ processorAccountId: "acct_1", version: WRITTEN_MS + 9 });
    const saved = await save({ processorAccountId: "acct_1", version: WRITTEN_MS + 9 });
    expect(saved?.account?.version).toBe(WRITTEN_MS + 10);
  });

  it("not onto a version that another request has raised", async () => {
    putMerchant({ processorAccountId: "acct_1", version: 5 });
    expect(await save({ processorAccountId: "acct_1", version: 4 })).toBeUndefined();
    expect(accountOf()).toEqual({ processorAccountId: "acct_1", version: 5 });
  });

  it("not onto another account", async () => {
    putMerchant({ processorAccountId: "acct_2", version: 4 });
    expect(await save({ processorAccountId: "acct_1", version: 4 })).toBeUndefined();
  });
});

it("an account is detached once, and remembered; another one that stands there stays", async () => {
  putMerchant({ processorAccountId: "acct_1", version: 1 });
  const detach = (processorAccountId: string, version = 1) =>
    saveDetachment("mer_1", { processorAccountId, version, ...STATE }, {});
  expect(await detach("acct_2")).toBeUndefined();
  expect(await detach("acct_1", 2)).toBeUndefined();
  expect(await detach("acct_1")).toMatchObject({
    account: null,
    formerAccountIds: ["acct_1"],
    detachedVersion: WRITTEN_MS,
  });
  expect(await detach("acct_1")).toBeUndefined();
});

describe("the creation of a detached account is freed", () => {
  const creation = (state: string) => ({ ...CREATION, ownerToken: "read", state }) as AccountCreation;

  it("for the next one, and stays for thirty days", async () => {
    world.table.put({ ...creation("completed"), answer: { status: 201 } }, {});
    await freeAccountCreation(creation("completed"), world.now);
    expect(world.table.peek(CREATION)).toEqual({
      ...creation("rejected"),
      expiresAt: world.now / 1000 + 30 * 86_400,
    });
  });

  it.each([
    ["is freed already", { state: "rejected" }],
    ["was begun again by another request", { state: "claimed", ownerToken: "theirs" }],
  ])("not if it %s", async (_, standing) => {
    world.table.put({ ...creation("completed"), ...standing }, {});
    const before = world.table.peek(CREATION);
    await freeAccountCreation(creation("completed"), world.now);
    expect(world.table.peek(CREATION)).toEqual(before);
  });
});
