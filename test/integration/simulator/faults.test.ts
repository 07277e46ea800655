import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bench, CARD_USD, clientOf, rejectionOf, SECRET_KEY, startBench } from "./support.ts";

let bench: Bench;
let options: { stripeAccount: string };

beforeEach(async () => {
  bench = await startBench();
  options = await bench.connect();
});
afterEach(() => bench.close());

const fault = (kind: string, more: object = {}) =>
  bench.control("POST", "faults", { method: "POST", path: "/v1/payment_intents", kind, ...more });
const create = (idempotencyKey = "key") =>
  bench.stripe.paymentIntents.create(CARD_USD, { ...options, idempotencyKey });
const countIntents = async () => (await bench.stripe.paymentIntents.list({}, options)).data.length;

describe("faults", () => {
  it("hang: no answer, nothing applied, and a retry goes through", async () => {
    await fault("hang");
    const impatient = clientOf(bench.simulator.url, SECRET_KEY, 100);
    const error = await rejectionOf(
      impatient.paymentIntents.create(CARD_USD, { ...options, idempotencyKey: "key" }),
    );
    expect(error.type).toBe("StripeConnectionError");
    expect(await countIntents()).toBe(0);
    await create();
    expect(await countIntents()).toBe(1);
  });

  it("error: 500, nothing applied, and the same key fails for ever", async () => {
    await fault("error");
    const first = await rejectionOf(create());
    expect(first).toMatchObject({ statusCode: 500, headers: { "stripe-should-retry": "false" } });
    const replayed = await rejectionOf(create());
    // Fact 13: what comes from the memory of a key is marked as such.
    const marks = [first, replayed].map(({ headers }) => headers?.["idempotent-replayed"]);
    expect([replayed.statusCode, ...marks]).toEqual([500, undefined, "true"]);
    expect(await countIntents()).toBe(0);
    await create("another");
    expect(await countIntents()).toBe(1);
  });

  it("error_applied: 500, and remembered, yet it was done (fact 13)", async () => {
    await fault("error_applied");
    expect(await rejectionOf(create())).toMatchObject({ statusCode: 500 });
    expect(await countIntents()).toBe(1);
    expect(await rejectionOf(create())).toMatchObject({ statusCode: 500 });
    expect(await countIntents()).toBe(1);
  });

  it("befall every method and everything below a path, as often as told", async () => {
    await fault("lock_timeout", { method: "*", path: "/v1/**", times: 2 });
    expect(await rejectionOf(bench.stripe.accounts.list())).toMatchObject({ code: "lock_timeout" });
    expect(await rejectionOf(create())).toMatchObject({ code: "lock_timeout" });
    expect(await countIntents()).toBe(0);
  });

  it.each([
    ["rate_limit", 429, "rate_limit", "false"],
    ["lock_timeout", 429, "lock_timeout", "true"],
    ["key_in_use", 409, "idempotency_key_in_use", "true"],
  ])("%s: %i, nothing applied, and a retry goes through", async (kind, statusCode, code, advice) => {
    await fault(kind);
    const error = await rejectionOf(create());
    expect(error).toMatchObject({ statusCode, code, headers: { "stripe-should-retry": advice } });
    expect(await countIntents()).toBe(0);
    await create();
    expect(await countIntents()).toBe(1);
  });

  // The SDK sends a request a second time when the connection breaks: one fault it survives, two it reports.
  it("drop_request: nothing applied", async () => {
    await fault("drop_request", { times: 2 });
    expect((await rejectionOf(create())).type).toBe("StripeConnectionError");
    expect(await countIntents()).toBe(0);
    await create();
    expect(await countIntents()).toBe(1);
  });

  it("drop_reply: applied once, and the retry learns what happened", async () => {
    await fault("drop_reply", { times: 2 });
    expect((await rejectionOf(create())).type).toBe("StripeConnectionError");
    expect(await countIntents()).toBe(1);
    const [made] = (await bench.stripe.paymentIntents.list({}, options)).data;
    expect((await create()).id).toBe(made?.id);
  });

  it("slow: applied at once, answered later", async () => {
    // The client gives up long before it: on a busy machine a short wait could be over when the intent is seen.
    await fault("slow", { delayMs: 600_000 });
    let answers = 0;
    void create("unanswered").then(
      () => answers++,
      () => {},
    );
    await expect.poll(countIntents, { interval: 10 }).toBe(1);
    expect(answers).toBe(0);
    await fault("slow", { delayMs: 200 });
    const startedAt = performance.now();
    await create();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(199);
  });

  it("befall only what they name, so often as they say", async () => {
    await fault("rate_limit", { path: "/v1/payment_intents/*/confirm", times: 2 });
    const { id } = await create();
    const confirm = () =>
      bench.stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }, options);
    await rejectionOf(confirm());
    await rejectionOf(confirm());
    expect((await confirm()).status).toBe("succeeded");
  });

  it("can be called off, and must be known", async () => {
    await fault("error", { times: 100 });
    await bench.control("DELETE", "faults");
    await create();
    await expect(fault("explode")).rejects.toThrow("400");
    await expect(fault("slow", { times: 0 })).rejects.toThrow("400");
  });
});

describe("the log of requests", () => {
  it("counts what was asked since a moment", async () => {
    const { lastSeq } = (await bench.control("GET", "requests")) as { lastSeq: number };
    await create("counted");
    await rejectionOf(bench.stripe.paymentIntents.retrieve("pi_nobody", {}, options));
    await fault("drop_request");
    await create("dropped");
    const { requests } = (await bench.control("GET", `requests?since=${lastSeq}`)) as { requests: unknown[] };
    const intents = { method: "POST", path: "/v1/payment_intents", account: options.stripeAccount };
    expect(requests).toMatchObject([
      { ...intents, idempotencyKey: "counted", status: 200 },
      { method: "GET", path: "/v1/payment_intents/pi_nobody", idempotencyKey: null, status: 404 },
      { ...intents, idempotencyKey: "dropped", status: null },
      { ...intents, idempotencyKey: "dropped", status: 200 },
    ]);
  });

  it("has no controls but the listed ones", async () => {
    await expect(bench.control("POST", "money")).rejects.toThrow("404");
  });
});
