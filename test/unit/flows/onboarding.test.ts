import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import { accountsOf } from "../../../shared/domain/finance/reconciliation.ts";
import type { AccountTerms } from "../../../shared/domain/onboarding.ts";
import type { EventRecord } from "../../../shared/ledger/events.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { accountCreationKey, accountKey, merchantKey } from "../../../shared/ledger/table.ts";
import { onboardingView } from "../../../shared/views/onboarding.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Which account is a merchant's, over a ledger in memory and accounts that are made up here in the SDK's own types. */
const world = new FakeWorld().enter();
const logged: string[] = [];
const counted = world.recordCounts();
world.replaceInLogger({ log: (_: string, message: string) => logged.push(message) });

let accounts: Stripe.Account[] = [];
/** Accounts that have withdrawn the platform's access. */
const lost = new Set<string>();
let asked: string[] = [];
/** Called while the processor is asked. */
let meanwhile: () => unknown = () => undefined;
/** What the next creations come to, in the place of a new account. */
let creations: (Stripe.Account | Failure)[] = [];
/** What a key has made is made once. */
let madeUnder: Record<string, Stripe.Account> = {};

let made = 0;
/** An account at the processor, made for the merchant unless told. */
function addAccount(svcMerchantId = "mer_1", given: object = {}): Stripe.Account {
  const account = {
    ...{ id: `acct_${++made}`, object: "account", charges_enabled: false, payouts_enabled: false },
    ...{
      details_submitted: false,
      requirements: null,
      metadata: { svcMerchantId, svcEnv: "test" },
      ...given,
    },
  } as unknown as Stripe.Account;
  accounts.push(account);
  return account;
}
/** What v2 has made: v1 shows nothing of its metadata. */
let metadataOfV2: Record<string, Stripe.Metadata> = {};
const ofV2 = {
  create: async (
    { metadata = {} }: Stripe.V2.Core.AccountCreateParams,
    { idempotencyKey }: { idempotencyKey: string },
  ) => {
    asked.push(`create by v2 ${idempotencyKey}`);
    const planned = creations.shift();
    if (planned instanceof Failure) throw planned;
    const { id } = planned ?? addAccount("mer_1", { metadata: {} });
    metadataOfV2[id] = metadata as Stripe.Metadata;
    return { id };
  },
  retrieve: async (id: string) => ({ id, metadata: metadataOfV2[id] ?? {} }),
  list: async () => ({
    data: accounts.map(({ id }) => ({
      id,
      metadata: metadataOfV2[id] ?? {},
      created: "2026-01-01T00:00:00Z",
    })),
    next_page_url: null,
  }),
};
world.askMadeUp({
  accounts: {
    create: async (_: unknown, { idempotencyKey }: { idempotencyKey: string }) => {
      asked.push(`create ${idempotencyKey}`);
      const planned = creations.shift();
      if (planned instanceof Failure) throw planned;
      await meanwhile();
      madeUnder[idempotencyKey] ??= planned ?? addAccount();
      return madeUnder[idempotencyKey];
    },
    retrieve: async (id: string) => {
      asked.push(`retrieve ${id}`);
      await meanwhile();
      const found = accounts.find((account) => account.id === id);
      if (found && !lost.has(id)) return found;
      throw new Failure("processor_rejected", "Not yours.", {
        processorCode: "account_invalid",
        processorSays: "account_lost",
      });
    },
    list: async () => ({ data: accounts, has_more: false }),
  },
  v2: { core: { accounts: ofV2 } },
});

const { adoptAccount } = await import("../../../shared/flows/onboarding/adopt-account.ts");
const { adoptByHand } = await import("../../../shared/flows/onboarding/adopt-by-hand.ts");
const { createAccount, visitAccount } = await import("../../../shared/flows/onboarding/create-account.ts");
const { detachAccount } = await import("../../../shared/flows/onboarding/detach-account.ts");
const { syncAccount } = await import("../../../shared/flows/onboarding/sync-account.ts");
const { renderServiceEvent } = await import("../../../shared/flows/deliveries/render-event.ts");
const { readableBody } = await import("../../../shared/ledger/events.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");
const { fetchAccount } = await import("../../../shared/processor/accounts.ts");

const change = () => ({ at: world.now, actor: "olivia", random: randomBytes });
const putMerchant = (given: object = {}, merchantId = "mer_1") =>
  world.table.put({ ...merchantKey(merchantId), merchantId, account: null, createdAt: 1, ...given }, {});
const merchant = () => ({ ...world.table.peek(merchantKey("mer_1")) }) as unknown as Merchant;
const accountId = () => merchant().account?.processorAccountId;
const linkOf = (id: string) => world.table.peek(accountKey(id));
const creation = () => world.table.peek(accountCreationKey("mer_1"));
const audited = async () => (await listAudit("mer_1")).map(({ action, subject }) => [action, subject]);
const give = async ({ id }: Stripe.Account) => {
  await adoptAccount("mer_1", await fetchAccount(id), world.now);
  asked = [];
};

let requests = 0;
const create = async (given = merchant(), terms: AccountTerms = { country: "US" }) => {
  const ownerToken = `request-${++requests}`;
  const reply = await createAccount({ merchant: given, terms, ownerToken, change: change() });
  return { status: reply.status, replayed: reply.replayed, ...JSON.parse(reply.body) };
};

/** The request's reply is cut off. */
const loseReply = async (request: () => Promise<unknown>) => {
  creations = [new Failure("processor_unavailable", "Cut off.")];
  await expect(request()).rejects.toThrow("Cut off.");
};
/** The platform is thrown out of the account, as the ledger learns. */
const createAndLose = async () => {
  await create();
  const first = accountId() ?? "";
  lost.add(first);
  await syncAccount(merchant());
  return first;
};
const STUCK = new Failure("processor_unavailable", "Stuck.", { processorSays: "saved_error" });
const ENDPOINT = { endpointId: "ep_1", url: "https://shop.example/", secrets: [], disabled: false };
const callbackEndpoints = { version: 1, list: [{ ...ENDPOINT, payload: "service" as const }] };

beforeEach(() => {
  world.emptyTable();
  [accounts, asked, creations, meanwhile, metadataOfV2] = [[], [], [], () => undefined, {}];
  madeUnder = {};
  lost.clear();
  logged.length = 0;
  putMerchant();
});

describe("a merchant that asks for its account", () => {
  it("gets one, which the ledger then knows as its own, and gets the same one ever after", async () => {
    expect(await create()).toMatchObject({ status: 201, replayed: false });
    expect(asked).toEqual(["create test.mer_1.create-account.1"]);
    const id = accountId() ?? "";
    expect(linkOf(id)).toMatchObject({ merchantId: "mer_1", linkedAt: world.now });
    expect(await create()).toMatchObject({ status: 200, processorAccountId: id, replayed: false });
    // Also where it was read before it had one.
    expect(await create({ ...merchant(), account: null })).toMatchObject({
      status: 200,
      processorAccountId: id,
    });
    expect(asked).toHaveLength(1);
    expect(creation()).toMatchObject({ state: "completed" });
  });

  it("is answered with the one that it was given by hand: none is made, and the processor is not asked", async () => {
    const account = addAccount();
    await give(account);
    expect(await create()).toMatchObject({ status: 200, processorAccountId: account.id });
    expect(asked).toEqual([]);
  });

  it("gets another where it has thrown us out of the old one, which stays its former", async () => {
    const first = await createAndLose();
    asked = [];
    expect(await create()).toMatchObject({ status: 201 });
    expect(asked).toEqual([`retrieve ${first}`, "create test.mer_1.create-account.2"]);
    expect(accountId()).not.toBe(first);
    expect(merchant().formerAccountIds).toEqual([first]);
  });

  it("keeps the one that it has let us into again since the ledger looked", async () => {
    const first = await createAndLose();
    lost.clear();
    expect(await create()).toMatchObject({ status: 200, processorAccountId: first });
    expect(merchant().account).toMatchObject({ deauthorized: false });
  });

  it("is never given one that was detached: another is made under the next key", async () => {
    const former = addAccount();
    putMerchant({ formerAccountIds: [former.id] });
    creations = [former];
    expect(await create()).toMatchObject({ status: 201 });
    expect(asked).toEqual(["create test.mer_1.create-account.1", "create test.mer_1.create-account.2"]);
    expect(accountId()).not.toBe(former.id);
  });

  it("gets another where the detachment of the one before has met its creation and freed none", async () => {
    await create();
    const first = accountId() ?? "";
    putMerchant({ formerAccountIds: [first] });
    expect(await create()).toMatchObject({ status: 201 });
    expect(accountId()).not.toBe(first);
    expect(creation()).toMatchObject({ state: "completed", keyNumber: 2 });
  });

  it("gets one under the next key at once where a reply was lost and the first key is stuck", async () => {
    await loseReply(create);
    creations = [STUCK];
    expect(await create()).toMatchObject({ status: 201 });
    expect(asked.filter((call) => call.startsWith("create")).at(-1)).toBe(
      "create test.mer_1.create-account.2",
    );
  });

  it("gets one at once also a day after a lost request that made none: a second one does no harm", async () => {
    await loseReply(create);
    world.now += 24 * 3_600_000;
    expect(await create()).toMatchObject({ status: 201 });
  });

  it("25: gets the one that a lost request has made, as it is by now, and never a former one", async () => {
    const former = addAccount();
    putMerchant({ formerAccountIds: [former.id] });
    await loseReply(create);
    const lostOne = addAccount();
    creations = [STUCK];
    expect(await create()).toMatchObject({ status: 201, processorAccountId: lostOne.id });
  });

  it("25: gets what a repeated answer names as the account is by now", async () => {
    await loseReply(create);
    const { id } = addAccount("mer_1", { charges_enabled: true });
    creations = [{ ...(accounts[0] as Stripe.Account), charges_enabled: false }];
    expect(await create()).toMatchObject({ processorAccountId: id });
    expect(merchant().account).toMatchObject({ chargesEnabled: true });
  });
});

describe("25: a merchant has one account, and it is the one that is answered,", () => {
  const expectOne = async () => {
    const { status, processorAccountId } = await create();
    expect(status).toBe(200);
    expect(accounts.map(({ id }) => id)).toEqual([processorAccountId]);
    expect(linkOf(processorAccountId)).toMatchObject({ merchantId: "mer_1" });
  };
  /** Claim, account, merchant, answer. */
  const WRITES = [1, 2, 3, 4];

  it.each(WRITES)("where the function dies at its write %i: the next request finishes it", async (nth) => {
    await world.dieAt(nth, () => create());
    world.now += 61_000;
    await create();
    await expectOne();
  });

  it.each(WRITES)("where the reply to its write %i is lost, and the write sent again", async (nth) => {
    let writes = 0;
    const spies = (["put", "update"] as const).map((kind) => {
      const write = world.table[kind].bind(world.table) as (...given: unknown[]) => unknown;
      return vi.spyOn(world.table, kind).mockImplementation(((...given: unknown[]) => {
        if (++writes === nth) write(...given);
        return write(...given);
      }) as never);
    });
    expect(await create()).toMatchObject({ status: 201 });
    expect(writes).toBe(WRITES.length);
    for (const spy of spies) spy.mockRestore();
    await expectOne();
  });

  it("where two requests come at once: the second is told to wait", async () => {
    let second: Promise<unknown> = Promise.resolve();
    meanwhile = async () => {
      second = expect(create()).rejects.toMatchObject({ code: "in_progress" });
      await second;
    };
    expect(await create()).toMatchObject({ status: 201 });
    await second;
    await expectOne();
  });
});

describe("a merchant that asks for its account, where v2 makes accounts", () => {
  const V2: AccountTerms = { country: "US", v2: { contactEmail: "accounts@example.com" } };
  const ask = () => create(merchant(), V2);
  const FIRST_KEY = "create by v2 test.mer_1.create-account.1";

  it("gets one with the state that v1 shows of it, and gets the same one ever after", async () => {
    expect(await ask()).toMatchObject({ status: 201, onboardingStatus: "pending" });
    expect(asked).toEqual([FIRST_KEY, `retrieve ${accountId()}`]);
    expect(await ask()).toMatchObject({ status: 200, processorAccountId: accountId() });
    expect(asked).toHaveLength(2);
  });

  it("keeps its key after a 500, which v2 does not save", async () => {
    creations = [new Failure("processor_unavailable", "500", { processorSays: "nothing" })];
    await expect(ask()).rejects.toThrow("500");
    expect(await ask()).toMatchObject({ status: 201 });
    expect(asked.filter((call) => call.startsWith("create"))).toEqual([FIRST_KEY, FIRST_KEY]);
  });

  it("gets the account that was made where v1 does not show it yet, and asks for it under the same key", async () => {
    const account = addAccount("mer_1", { metadata: {} });
    creations = [account, account, account];
    lost.add(account.id);
    for (const _ of ["first attempt", "retry"]) {
      await expect(ask()).rejects.toMatchObject({ code: "processor_unavailable" });
      expect(merchant()).toMatchObject({ account: null });
      expect(creation()).toMatchObject({ state: "claimed" });
    }
    lost.clear();
    expect(await ask()).toMatchObject({ status: 201, processorAccountId: account.id });
    expect(asked.filter((call) => call.startsWith("create"))).toEqual(Array(3).fill(FIRST_KEY));
  });

  it("has no visit give it an account that v1 does not show; after a day the log names it, and an alarm rings", async () => {
    await loseReply(ask);
    const { id } = addAccount("mer_1", { metadata: {} });
    metadataOfV2[id] = { svcMerchantId: "mer_1", svcEnv: "test" };
    lost.add(id);
    const unseen = "an account that was created a day ago is not shown yet";
    for (const hours of [1, 24]) {
      expect(logged).not.toContain(unseen);
      world.now += hours * 3_600_000;
      const visited = visitAccount(creation() as never, world.now);
      await expect(visited).rejects.toMatchObject({ code: "processor_unavailable" });
    }
    expect(logged).toContain(unseen);
    expect(counted).toEqual(["UnseenAccounts"]);
    expect(merchant()).toMatchObject({ account: null });
  });

  it("is rejected for good where v2 rejects, and can ask again under the next key", async () => {
    creations = [new Failure("processor_rejected", "No.", { processorSays: "rejected" })];
    await expect(ask()).rejects.toThrow("No.");
    expect(creation()).toMatchObject({ state: "rejected" });
    expect(await ask()).toMatchObject({ status: 201 });
    expect(asked[1]).toBe("create by v2 test.mer_1.create-account.2");
  });

  it("finishes with v2 what was begun with it, whatever the setting says by then", async () => {
    await loseReply(ask);
    await create();
    expect(asked.slice(0, 2)).toEqual([FIRST_KEY, FIRST_KEY]);
  });

  it("94: has its account found by a visit after a lost reply, though v1 shows nothing of its metadata", async () => {
    await loseReply(ask);
    const { id } = addAccount("mer_1", { metadata: {} });
    metadataOfV2[id] = { svcMerchantId: "mer_1", svcEnv: "test" };
    addAccount("mer_1", { metadata: {} });
    world.now += 3_600_000;
    expect(await visitAccount(creation() as never, world.now)).toBe("completed");
    expect(accountId()).toBe(id);
  });

  it("is given its forgotten account by hand, though v1 shows nothing of its metadata", async () => {
    const { id } = addAccount("mer_1", { metadata: {} });
    metadataOfV2[id] = { svcMerchantId: "mer_1", svcEnv: "test" };
    expect((await adoptByHand(merchant(), id, change())).account?.processorAccountId).toBe(id);
  });
});

it("an account that was made for a merchant which has another by then is told to an operator, and not given", async () => {
  const [first, second] = [addAccount(), addAccount()];
  await give(first);
  expect(logged).toEqual([]);
  await give(second);
  expect(accountId()).toBe(first.id);
  expect(logged).toEqual(["a merchant has another account than the one that was made for it"]);
});

describe("an operator who gives a merchant its forgotten account", () => {
  const adopt = (id: string) => adoptByHand(merchant(), id, change());
  const rejected = async (id: string, message: RegExp) => {
    const before = world.table.all().length;
    await expect(adopt(id)).rejects.toMatchObject({
      ...{ code: "invalid_request", message: expect.stringMatching(message) },
    });
    expect(world.table.all()).toHaveLength(before);
  };

  it("is rejected where the merchant is erased", async () => {
    const { id } = addAccount();
    putMerchant({ erasedAt: 1 });
    await expect(adopt(id)).rejects.toMatchObject({ code: "not_found" });
    expect(asked).toEqual([]);
  });

  it("may do so twice, and is noted", async () => {
    const { id } = addAccount();
    expect((await adopt(id)).account?.processorAccountId).toBe(id);
    expect((await adopt(id)).account?.processorAccountId).toBe(id);
    expect(await audited()).toEqual(Array(2).fill(["adopt-account", id]));
  });

  it("is rejected where the merchant has another one, also one that it had before", async () => {
    const [first, second] = [addAccount(), addAccount()];
    await give(first);
    await rejected(second.id, /has another account/);
    await detachAccount(merchant(), change());
    await give(second);
    await rejected(first.id, /has another account/);
  });

  it("is rejected an account that is another merchant's here, or was made for another, or gives us no access", async () => {
    const theirs = addAccount();
    putMerchant({}, "mer_2");
    await adoptAccount("mer_2", await fetchAccount(theirs.id), world.now);
    await rejected(theirs.id, /belongs to mer_2/);
    await rejected(addAccount("mer_2").id, /not made for this merchant/);
    await rejected(
      addAccount("mer_1", { metadata: { svcMerchantId: "mer_1", svcEnv: "other" } }).id,
      /not made/,
    );
    await rejected(addAccount("mer_1", { metadata: {} }).id, /not made/);
    const gone = addAccount();
    lost.add(gone.id);
    await rejected(gone.id, /denies access/);
    // Nor is one of these given back that was detached.
    for (const [id, why] of [[theirs.id, /belongs to mer_2/] as const, [gone.id, /denies access/] as const]) {
      putMerchant({ formerAccountIds: [id] });
      await rejected(id, why);
    }
  });

  it.each([
    ["a forgotten account", undefined],
    ["a former account", ["acct_former"]],
  ])(
    "gives it nothing late: after a freeze the update of %s may have been sent before",
    async (_, former) => {
      const { id } = former ? addAccount("mer_1", { id: "acct_former" }) : addAccount();
      putMerchant({ callbackEndpoints, ...(former && { formerAccountIds: former }) });
      world.beforeUpdate = async ({ pk }) => {
        if (pk === merchantKey("mer_1").pk) world.now += 30_001;
      };
      await expect(adopt(id)).rejects.toThrow();
      world.beforeUpdate = undefined;
      expect(merchant().account).toBeNull();
      expect((await adopt(id)).account?.processorAccountId).toBe(id);
    },
  );

  it("hears where the merchant was given another one in the same moment", async () => {
    const [first, second] = [addAccount(), addAccount()];
    meanwhile = () => putMerchant({ account: { processorAccountId: second.id } });
    await expect(adopt(first.id)).rejects.toThrow("The merchant got another account at the same time.");
    expect(accountId()).toBe(second.id);
  });
});

describe("an account that only seemed lost, as to a key of another platform", () => {
  /** The merchant asks for its account in that hour, and gets another. */
  const replace = async () => {
    const first = await createAndLose();
    await create();
    lost.clear();
    return { first, second: accountId() ?? "" };
  };
  const takeBack = (id: string, given = merchant()) => adoptByHand(given, id, change());

  it("is given back by an operator once the other is detached, and is the one that is asked for then", async () => {
    const { first, second } = await replace();
    await detachAccount(merchant(), change());
    expect(await takeBack(first)).toMatchObject({
      account: { processorAccountId: first, deauthorized: false },
    });
    expect(accountsOf(merchant())).toEqual([second, first]);
    expect(linkOf(first)).toMatchObject({ merchantId: "mer_1" });
    expect(await audited()).toContainEqual(["adopt-account", first]);
    expect(await create()).toMatchObject({ status: 200, processorAccountId: first });
    // And again, and it can be lost and replaced like any other.
    expect((await takeBack(first)).account?.processorAccountId).toBe(first);
    lost.add(first);
    await syncAccount(merchant());
    expect(await create()).toMatchObject({ status: 201 });
    expect([first, second]).not.toContain(accountId());
    expect(accountsOf(merchant())).toEqual([second, first, accountId()]);
  });

  it("is given back by asking again where the function dies at any write", async () => {
    const { first, second } = await replace();
    await detachAccount(merchant(), change());
    let writes = 0;
    for (let last = 0; last < 3; last++) {
      writes = 0;
      world.isKilled = (call) => call === "write" && writes++ === last;
      await expect(takeBack(first)).rejects.toThrow("died");
      expect(merchant()).toMatchObject({ account: null, formerAccountIds: [first, second] });
    }
    world.isKilled = () => false;
    expect((await takeBack(first)).account?.processorAccountId).toBe(first);
  });

  it("is not given back where the merchant has got another one in the same moment, which stays", async () => {
    const { first, second } = await replace();
    await detachAccount(merchant(), change());
    const third = addAccount();
    meanwhile = () => {
      meanwhile = () => undefined;
      return give(third);
    };
    await expect(takeBack(first)).rejects.toThrow("The merchant got another account at the same time.");
    expect(merchant()).toMatchObject({
      account: { processorAccountId: third.id },
      formerAccountIds: [first, second],
    });
  });
});

it.each([
  ["told where nobody else tells it", { charges_enabled: true }, {}, true],
  [
    "not told where the processor's event does",
    { charges_enabled: true },
    { isTold: async () => true },
    false,
  ],
  ["not told where merchants see the same", { metadata: { a: "b" } }, {}, false],
])("an account's change is %s", async (_, given, how, isTold) => {
  await create();
  putMerchant({
    ...merchant(),
    callbackEndpoints,
  });
  accounts = accounts.map((account) => ({ ...account, ...given }) as Stripe.Account);
  await syncAccount(merchant(), how);
  expect(world.table.all().some(({ type }) => type === "account.updated")).toBe(isTold);
});

it("an account's change is told to an endpoint that was added while the processor was asked", async () => {
  await create();
  accounts = accounts.map((account) => ({ ...account, charges_enabled: true }));
  meanwhile = () => putMerchant({ ...merchant(), callbackEndpoints });
  await syncAccount(merchant());
  expect(world.table.all().find(({ type }) => type === "account.updated")).toMatchObject({
    endpoints: ["ep_1"],
  });
});

describe("an account that is detached", () => {
  it("is the merchant's former one, its creation is free, and the audit says who did it", async () => {
    await create();
    const id = accountId() ?? "";
    expect(await detachAccount(merchant(), change())).toMatchObject({
      account: null,
      formerAccountIds: [id],
    });
    expect(linkOf(id)).toMatchObject({ merchantId: "mer_1" });
    expect(creation()).toMatchObject({ state: "rejected" });
    expect(await audited()).toEqual([["detach-account", id]]);
  });

  it("is told, with the state that GET answers and a version above the account's", async () => {
    await create();
    const before = merchant();
    putMerchant({ ...before, callbackEndpoints });
    await detachAccount(merchant(), change());
    const told = world.table.all().find(({ type }) => type === "account.updated") as unknown as EventRecord;
    const rendered = await renderServiceEvent(told, readableBody(told) ?? Buffer.of(), merchant());
    expect(rendered.kind === "rendered" && JSON.parse(String(rendered.body)).account).toEqual({
      ...onboardingView(null),
      version: merchant().detachedVersion,
    });
    expect(merchant().detachedVersion).toBeGreaterThan(before.account?.version ?? 0);
  });

  it("frees nothing where the merchant has the next one by now, whose creation stands", async () => {
    await create();
    const stale = merchant();
    await detachAccount(stale, change());
    await create();
    const next = accountId();
    expect((await detachAccount(stale, change())).account?.processorAccountId).toBe(next);
    expect(accountId()).toBe(next);
    expect(creation()).toMatchObject({ state: "completed" });
  });
});

describe("an account that is asked for", () => {
  it("moves the merchant's onboarding, and the log says so where its status is another one", async () => {
    const account = addAccount();
    await give(account);
    await syncAccount(merchant());
    expect(logged).toEqual([]);
    Object.assign(account, { charges_enabled: true, payouts_enabled: true, details_submitted: true });
    expect((await syncAccount(merchant())).account).toMatchObject({ onboardingStatus: "enabled" });
    expect(merchant().account).toMatchObject({ chargesEnabled: true, payoutsEnabled: true });
    expect(logged).toEqual(["a merchant's onboarding moved"]);
  });

  it("says nothing of the merchant any more where it is detached meanwhile", async () => {
    const account = addAccount();
    await give(account);
    meanwhile = () => putMerchant({ formerAccountIds: [account.id] });
    expect(await syncAccount(merchant())).toMatchObject({ account: null, formerAccountIds: [account.id] });
    expect(merchant().account).toBeNull();
  });
});
