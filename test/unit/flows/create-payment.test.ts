import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure, type FailureCode, type ProcessorSays } from "../../../shared/domain/failure.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import type { PaymentRecord } from "../../../shared/ledger/payments.ts";
import { createCountsKey, merchantKey, paymentKey } from "../../../shared/ledger/table.ts";
import { FakeWorld, lostAccounts, MINUTE_MS } from "../../support/fake-world.ts";
import { intentWith, UNPAID } from "../../support/stripe-objects.ts";

/* A payment's creation, step by step, at a processor that is made up in the SDK's own types. */
const world = new FakeWorld().enter();

let intents: Stripe.PaymentIntent[] = [];
/** What was asked, in order: the call, its account, its key. */
let asked: string[] = [];
/** What the next creations answer instead of making an intent; the last may have made one all the same. */
let faults: { failure: Failure; isMade?: boolean }[] = [];
/** Why nothing can be listed. */
let listFault: Failure | undefined;
/** Whether the list never ends. */
let isEndless = false;
/** Why no intent can be fetched. */
let fetchFault: Failure | undefined;
/** Happens while the processor makes an intent. */
let meanwhile: () => void = () => {};
/** Happens while they are listed. */
let whileListed: () => void = () => {};
type Options = { stripeAccount: string; idempotencyKey?: string };

const intentOf = (id: string, { amount, currency, metadata }: Stripe.PaymentIntentCreateParams) => {
  const ordered = { id, amount, currency, metadata, client_secret: `${id}_secret` };
  return intentWith({ ...UNPAID, ...ordered, application_fee_amount: null });
};

world.askMadeUp({
  accounts: lostAccounts,
  paymentIntents: {
    create: async (given: Stripe.PaymentIntentCreateParams, { stripeAccount, idempotencyKey }: Options) => {
      asked.push(`create ${stripeAccount} ${idempotencyKey}`);
      const fault = faults.shift();
      if (fault && !fault.isMade) throw fault.failure;
      const made = intentOf(`pi_${intents.length + 1}`, given);
      intents.push(made);
      meanwhile();
      if (fault) throw fault.failure;
      return made;
    },
    retrieve: async (id: string) => {
      asked.push(`fetch ${id}`);
      if (fetchFault) throw fetchFault;
      const found = intents.find((intent) => intent.id === id);
      if (!found) throw new Failure("processor_rejected", "None.", { processorSays: "missing" });
      return found;
    },
    list: async () => {
      asked.push("list");
      whileListed();
      if (listFault) throw listFault;
      return isEndless
        ? { data: [{ id: "pi_other", metadata: {} }], has_more: true }
        : { data: intents, has_more: false };
    },
  },
});
const { createPayment } = await import("../../../shared/flows/payments/create-payment.ts");
const { visitCreation } = await import("../../../shared/flows/payments/visit-creation.ts");
const { paymentIdFor } = await import("../../../shared/domain/id.ts");
const { isCounted, windowOf } = await import("../../../shared/domain/payments/create.ts");

const ID = paymentIdFor("mer_1", "key");
const KEY = paymentKey(ID);
const stored = () => world.table.peek(KEY) as unknown as PaymentRecord | undefined;
const set = (given: Record<string, unknown>) => world.table.put({ ...KEY, ...stored(), ...given }, {});
const accountOf = (processorAccountId: string, chargesEnabled = true) => ({
  processorAccountId,
  chargesEnabled,
});
const merchantWith = (given: object = {}) =>
  ({ merchantId: "mer_1", account: accountOf("acct_1"), ...given }) as unknown as Merchant;

let tokens = 0;
const create = async (merchant = merchantWith(), order: object = {}, idempotencyKey = "key") => {
  asked = [];
  const body = { amountCents: 1000, currency: "usd", captureMethod: "automatic", ...order } as never;
  const {
    status,
    body: text,
    replayed,
  } = await createPayment({
    ...{ merchant, body, sentBody: body, idempotencyKey, traceId: "trace", at: world.now },
    ...{ defaultFeePolicy: { bps: 0, byCurrency: {} }, ownerToken: `token${++tokens}` },
  });
  return { status, replayed, payment: JSON.parse(text) };
};
const fail = (code: FailureCode, says: ProcessorSays = "nothing", isMade = false) =>
  faults.push({ failure: new Failure(code, `The processor says ${says}.`, { processorSays: says }), isMade });
const AWAY = "processor_unavailable";
/** The first attempt's answer is lost. */
const leaveOpen = async (isMade = false, order: object = {}) => {
  fail(AWAY, "nothing", isMade);
  await expect(create(merchantWith(), order)).rejects.toMatchObject({ code: AWAY });
  world.now += MINUTE_MS;
};

beforeEach(() => {
  world.emptyTable();
  world.table.put({ ...merchantKey("mer_1"), ...merchantWith() }, {});
  world.now += 86_400_000;
  // In memory nothing waits, so that no timeout would end a creation that begins again and again.
  let calls = 0;
  world.isKilled = () => ++calls > 1000;
  isEndless = false;
  [intents, asked, faults, meanwhile, listFault, fetchFault] = [[], [], [], () => {}, undefined, undefined];
  whileListed = () => {};
});

describe("a creation", () => {
  it("makes one intent, and answers the same to every repetition", async () => {
    const first = await create();
    expect(asked).toEqual([`create acct_1 ${ID}.create.1`]);
    expect(first).toMatchObject({
      ...{ status: 201, replayed: false },
      payment: {
        svcPaymentId: ID,
        clientSecret: "pi_1_secret",
        connectedAccountId: "acct_1",
        amountCents: 1000,
      },
    });
    expect(await create()).toEqual({ ...first, replayed: true });
    expect(asked).toEqual([]);
    expect(stored()).toMatchObject({ state: "completed", processorPaymentIntentId: "pi_1" });
  });

  it.each<[string, object, FailureCode, RegExp]>([
    ["without an account", { account: null }, "no_connected_account", /account/],
    [
      "whose account takes no charges",
      { account: accountOf("acct_1", false) },
      "charges_not_enabled",
      /cannot take/,
    ],
  ])(
    "a creation of a merchant %s is rejected before anything is asked, and what stands under its key is replayed",
    async (_, given, code, words) => {
      const merchant = merchantWith(given);
      await expect(create(merchant)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
      expect(asked).toEqual([]);
      expect(stored()).toBeUndefined();
      await create();
      expect(await create(merchant)).toMatchObject({ replayed: true });
    },
  );

  it("a creation that was left open is finished also for a merchant that may not begin one any more", async () => {
    await leaveOpen();
    expect(await create(merchantWith({ account: accountOf("acct_1", false) }))).toMatchObject({
      status: 201,
    });
  });
});

describe("a creation that was left open on an account that was detached since", () => {
  const replaced = merchantWith({ account: accountOf("acct_2"), formerAccountIds: ["acct_1"] });
  const back = merchantWith({ account: accountOf("acct_1"), formerAccountIds: ["acct_1", "acct_2"] });
  const OWN_KEY = { idempotencyKey: "callers-own" };

  it.each<[string, Merchant]>([
    ["has another account", replaced],
    ["has none", merchantWith({ account: null, formerAccountIds: ["acct_1"] })],
    [
      "may not take charges on its new one",
      merchantWith({ account: accountOf("acct_2", false), formerAccountIds: ["acct_1"] }),
    ],
  ])(
    "is rejected while the merchant %s, and goes on where its account is given back",
    async (_, merchant) => {
      await leaveOpen(true, OWN_KEY);
      for (const _attempt of [1, 2])
        await expect(create(merchant, OWN_KEY)).rejects.toMatchObject({ code: "account_replaced" });
      expect(asked).toEqual([]);
      expect(stored()).toMatchObject({ state: "claimed", keyNumber: 1, leaseExpiresAt: 0 });
      expect(await create(back, OWN_KEY)).toMatchObject({ payment: { connectedAccountId: "acct_1" } });
      expect(asked[0]).toBe("create acct_1 callers-own");
    },
  );

  it("is completed there where a webhook has told of its intent: somebody may have paid it", async () => {
    await leaveOpen();
    set({ processorPaymentIntentId: "pi_1" });
    expect(await create(replaced)).toMatchObject({ payment: { connectedAccountId: "acct_1" } });
  });
});

describe("the share of the processor's creates", () => {
  const countsKey = () => createCountsKey(windowOf(world.now));
  const counted = () => world.table.peek(countsKey());
  /** A key whose payment counts, and one whose does not. */
  const keys = Array.from({ length: 200 }, (_, nth) => `order-${nth}`);
  const [COUNTED = "", COUNTED_TOO = ""] = keys.filter((key) => isCounted(paymentIdFor("mer_1", key)));
  const [PLAIN = ""] = keys.filter((key) => !isCounted(paymentIdFor("mer_1", key)));
  const sell = (idempotencyKey: string, merchant = merchantWith()) => create(merchant, {}, idempotencyKey);
  /** This function has seen how much is going on. */
  const flood = async (counts: object) => {
    world.table.put({ ...countsKey(), ...counts }, {});
    await sell(COUNTED);
  };

  it("counts one create in ten for ten, a repetition never", async () => {
    await sell(PLAIN);
    expect(counted()).toBeUndefined();
    await sell(COUNTED);
    await sell(COUNTED);
    expect(counted()).toMatchObject({ mer_1: 10 });
    await sell(COUNTED_TOO);
    expect(counted()).toMatchObject({ mer_1: 20 });
  });

  it("rejects above it until the next ten seconds, without a claim; a repetition is answered", async () => {
    await flood({ mer_1: 200 });
    await expect(sell(PLAIN)).rejects.toMatchObject({
      code: "rate_limited",
      extras: { retryAfterSeconds: expect.any(Number) },
    });
    expect(world.table.peek(paymentKey(paymentIdFor("mer_1", PLAIN)))).toBeUndefined();
    expect(await sell(COUNTED)).toMatchObject({ status: 201, replayed: true });
    world.now += 10_000;
    expect(await sell(PLAIN)).toMatchObject({ status: 201 });
  });

  it("rejects nobody below it, whatever another merchant does", async () => {
    await flood({ mer_2: 900 });
    expect(await sell(PLAIN)).toMatchObject({ status: 201 });
  });

  it("rejects nobody where the counter cannot be read or written", async () => {
    await flood({ mer_1: 200 });
    const { update, get } = world.table;
    world.table.get = (key) => {
      if (key.pk.startsWith("RATE#")) throw new Error("away");
      return get.call(world.table, key);
    };
    world.table.update = (key, input) => {
      if (key.pk.startsWith("RATE#")) throw new Error("away");
      return update.call(world.table, key, input);
    };
    expect(await sell(PLAIN)).toMatchObject({ status: 201 });
    expect(await sell(COUNTED_TOO)).toMatchObject({ status: 201 });
    Object.assign(world.table, { update, get });
  });
});

describe("a creation whose key is stuck", () => {
  it("is asked for again at once under a new key: an intent without a buyer does no harm", async () => {
    await leaveOpen();
    fail(AWAY, "saved_error");
    expect(await create()).toMatchObject({ status: 201 });
    const [under1, under2] = [`create acct_1 ${ID}.create.1`, `create acct_1 ${ID}.create.2`];
    expect(asked).toEqual([under1, under2]);
  });

  it("is asked for again also where an earlier attempt has made one, which was given to nobody", async () => {
    await leaveOpen(true);
    fail(AWAY, "saved_error");
    expect(await create()).toMatchObject({ payment: { processorPaymentIntentId: "pi_2" } });
    expect(asked).not.toContain("list");
  });

  it("takes the intent that a webhook has told of, without looking for another", async () => {
    await leaveOpen(true);
    set({ processorPaymentIntentId: "pi_1" });
    fail(AWAY, "saved_error");
    expect(await create()).toMatchObject({ payment: { processorPaymentIntentId: "pi_1" } });
    expect(asked).toEqual([`create acct_1 ${ID}.create.1`, "fetch pi_1"]);
  });

  it.each([
    ["the processor does not know", "pi_unknown"],
    ["was not ordered", "pi_forged"],
  ])("asks anew where a webhook has told of an intent that %s, and nothing was made", async (_, named) => {
    await leaveOpen();
    const forged = { amount: 1, currency: "usd", metadata: { svcPaymentId: ID } };
    intents.push(intentOf("pi_forged", forged));
    set({ processorPaymentIntentId: named });
    fail(AWAY, "saved_error");
    expect(await create()).toMatchObject({ payment: { processorPaymentIntentId: "pi_2" } });
    expect(stored()).toMatchObject({ state: "completed", processorPaymentIntentId: "pi_2" });
  });

  it("54: a caller's own key that is stuck is another payment's, and no other key takes its place", async () => {
    const order = { idempotencyKey: "callers-own" };
    await leaveOpen(false, order);
    fail("idempotency_conflict", "key_reused");
    await expect(create(merchantWith(), order)).rejects.toMatchObject({
      ...{ code: "idempotency_conflict", message: expect.stringMatching(/Send a new one/) },
    });
    expect(stored()).toMatchObject({ state: "rejected", keyNumber: 1 });
    expect(intents).toEqual([]);
  });
});

it("10: a caller's own key that another payment has used is rejected at once, and its own payment's key is free", async () => {
  fail("idempotency_conflict", "key_reused");
  const taken = create(merchantWith(), { idempotencyKey: "callers-own" });
  await expect(taken).rejects.toMatchObject({ code: "idempotency_conflict" });
  expect(stored()).toMatchObject({ state: "rejected" });
});

it("a caller's own key is sent as it came after a rejection, so that of one key there is one payment", async () => {
  const order = { idempotencyKey: "callers-own" };
  fail("invalid_request", "rejected");
  await expect(create(merchantWith(), order)).rejects.toMatchObject({ code: "invalid_request" });
  expect(asked).toEqual(["create acct_1 callers-own"]);
  expect(await create(merchantWith(), order)).toMatchObject({ status: 201 });
  expect(asked).toEqual(["create acct_1 callers-own"]);
});

it("a creation that a forged webhook has overtaken goes on with its own intent, and a visit catches up with it", async () => {
  meanwhile = () => {
    const version = Number(stored()?.version) + 1;
    set({ processorPaymentIntentId: "pi_forged", status: "requires_action", version });
  };
  expect(await create()).toMatchObject({ payment: { processorPaymentIntentId: "pi_1" } });
  expect(asked).toEqual([`create acct_1 ${ID}.create.1`]);
  intents = intents.map((intent) => ({ ...intent, status: "processing" }));
  expect(await visitCreation(stored() as PaymentRecord, world.now)).toBe("caught_up");
  expect(stored()).toMatchObject({ processorPaymentIntentId: "pi_1", status: "processing" });
});

it("a creation that is finished by a later attempt is answered at once, and a visit catches up with its intent", async () => {
  await leaveOpen();
  expect(await create()).toMatchObject({ status: 201, payment: { status: "requires_payment_method" } });
  expect(asked).toEqual([`create acct_1 ${ID}.create.1`]);
  expect(stored()).toMatchObject({ state: "completed", dueSort: expect.any(String) });
  intents = intents.map((intent) => ({ ...intent, status: "canceled" }));
  const visit = () => visitCreation(stored() as PaymentRecord, world.now);
  fetchFault = new Failure(AWAY, "Away.", { processorSays: "nothing" });
  await expect(visit()).rejects.toMatchObject({ code: AWAY });
  expect(stored()).toHaveProperty("dueSort");
  fetchFault = undefined;
  expect(await visit()).toBe("caught_up");
  expect(stored()).toMatchObject({ status: "canceled" });
  expect(stored()).not.toHaveProperty("dueSort");
  expect(await visit()).toBe("closed_already");
});

it("a late creation whose completion is written and not heard of is answered and caught up with all the same", async () => {
  await leaveOpen();
  const { update } = world.table;
  meanwhile = () => {
    // The ledger's client sends the same again.
    world.table.update = (key, input) => {
      world.table.update = update;
      world.table.update(key, input);
      return world.table.update(key, input);
    };
  };
  expect(await create()).toMatchObject({ status: 201, replayed: false });
  expect(stored()).toMatchObject({ state: "completed", dueSort: expect.any(String) });
});

it("a payment whose intent is gone before it was caught up with leaves the due list", async () => {
  await leaveOpen();
  await create();
  intents = [];
  expect(await visitCreation(stored() as PaymentRecord, world.now)).toBe("unreachable");
  expect(stored()).not.toHaveProperty("dueSort");
});

it("a creation whose account is lost before it has caught up leaves the due list once that is sure", async () => {
  await leaveOpen();
  await create();
  fetchFault = new Failure(AWAY, "Not yours.", { processorSays: "account_lost" });
  expect(await visitCreation(stored() as PaymentRecord, world.now)).toBe("left");
  expect(stored()).toHaveProperty("dueSort");
  set({ dueStep: 6 });
  expect(await visitCreation(stored() as PaymentRecord, world.now)).toBe("unreachable");
  expect(stored()).not.toHaveProperty("dueSort");
});

it("a creation that its first attempt finishes is off the due list", async () => {
  await create();
  expect(stored()).toMatchObject({ state: "completed" });
  expect(stored()).not.toHaveProperty("dueSort");
});

describe("a visit to a creation", () => {
  const visit = () => visitCreation(stored() as PaymentRecord, world.now);

  it("completes what was made, by listing alone, and leaves what was not", async () => {
    await leaveOpen();
    asked = [];
    expect(await visit()).toBe("left");
    expect(asked).toEqual(["list"]);
    expect(stored()).toMatchObject({ state: "claimed", dueSort: expect.any(String) });
    await leaveOpen(true);
    expect(await visit()).toBe("completed");
    expect(await create()).toMatchObject({ replayed: true, payment: { processorPaymentIntentId: "pi_1" } });
    expect(await visit()).toBe("caught_up");
    expect(await visit()).toBe("closed_already");
  });

  it("completes one whose intent a webhook stores while it is looked for, also at the last visit", async () => {
    await leaveOpen(true);
    world.now += 3 * 60 * MINUTE_MS;
    whileListed = () => set({ processorPaymentIntentId: "pi_1", version: Number(stored()?.version) + 1 });
    expect(await visit()).toBe("completed");
    expect(stored()).toMatchObject({ state: "completed", processorPaymentIntentId: "pi_1" });
  });

  it("leaves one whose id was written by hand into another payment's intent", async () => {
    await create(merchantWith(), {}, "other");
    intents = intents.map((intent) => ({ ...intent, metadata: { ...intent.metadata, svcPaymentId: ID } }));
    await leaveOpen();
    expect(await visit()).toBe("left");
    expect(stored()).toMatchObject({ state: "claimed" });
    expect(await create()).toMatchObject({ payment: { processorPaymentIntentId: "pi_2" } });
  });

  it("ends the looking where the account is lost, without rejecting it, and passes on what is only passing", async () => {
    await leaveOpen();
    listFault = new Failure(AWAY, "Away.", { processorSays: "nothing" });
    await expect(visit()).rejects.toMatchObject({ code: AWAY });
    expect(stored()).toHaveProperty("dueSort");
    listFault = new Failure(AWAY, "Not yours.", { processorSays: "account_lost" });
    expect(await visit()).toBe("unreachable");
    expect(stored()).toMatchObject({ state: "claimed" });
    expect(stored()).not.toHaveProperty("dueSort");
  });
});
