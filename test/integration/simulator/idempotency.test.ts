import { describe, expect, it, vi } from "vitest";
import { CARD_USD, PAID, rejectionOf, SECRET_KEY, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

/** The answer as it comes over the wire. */
async function post(body: string, key: string, path = "/v1/payment_intents") {
  const answer = await fetch(bench.simulator.url + path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${SECRET_KEY}`,
      "Content-Type": "application/x-www-form-urlencoded",
      "Idempotency-Key": key,
      "Stripe-Account": options.stripeAccount,
    },
    body,
  });
  return { status: answer.status, body: await answer.text(), headers: answer.headers };
}

const BODY = "amount=1000&currency=usd&metadata[a]=1";

describe("an idempotency key", () => {
  it("repeats the first answer byte for byte, whatever the order of the parameters", async () => {
    const first = await post(BODY, "same");
    const again = await post("metadata%5Ba%5D=1&currency=usd&amount=1000", "same");
    expect(again.status).toBe(200);
    expect(again.body).toBe(first.body);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(first.headers.get("stripe-account")).toBe(options.stripeAccount);
    for (const { headers } of [first, again])
      expect(headers.get("original-request")).toBe(first.headers.get("request-id"));
    expect(again.headers.get("request-id")).not.toBe(first.headers.get("request-id"));
  });

  it("repeats a decline without trying again", async () => {
    const account = await bench.connect();
    const decline = () =>
      bench.stripe.paymentIntents.create(
        { ...PAID, payment_method: "pm_card_chargeDeclined" },
        { ...account, idempotencyKey: "declined" },
      );
    const [first, again] = [await rejectionOf(decline()), await rejectionOf(decline())];
    expect(again.payment_intent).toEqual(first.payment_intent);
    expect((await bench.stripe.charges.list({}, account)).data).toHaveLength(1);
  });

  it("repeats a rejection that came from looking at the state", async () => {
    const { id } = await bench.stripe.paymentIntents.create(CARD_USD, options);
    const confirm = () => post("", "too-early", `/v1/payment_intents/${id}/confirm`);
    const first = await confirm();
    expect(first.status).toBe(400);
    await bench.stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }, options);
    expect((await confirm()).body).toBe(first.body);
  });

  it("is not used up by a parameter that does not exist", async () => {
    expect((await post(`${BODY}&amonut=1`, "typo")).status).toBe(400);
    expect((await post(BODY, "typo")).status).toBe(200);
  });

  it("is forgotten after a day", async () => {
    const first = await post(BODY, "old");
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000 - 1000);
    expect((await post(BODY, "old")).body).toBe(first.body);
    vi.setSystemTime(Date.now() + 2000);
    expect((await post(BODY, "old")).body).not.toBe(first.body);
  });

  it("has at most 255 characters", async () => {
    expect((await post(BODY, "k".repeat(255))).status).toBe(200);
    expect((await post(BODY, "k".repeat(256))).status).toBe(400);
  });

  it("is in use until its request is answered", async () => {
    await bench.control("POST", "faults", {
      method: "POST",
      path: "/v1/customers",
      kind: "slow",
      delayMs: 400,
    });
    const slow = post("", "busy", "/v1/customers");
    await expect
      .poll(async () => JSON.stringify(await bench.control("GET", "requests")))
      .toContain('"idempotencyKey":"busy"');
    const early = await post("", "busy", "/v1/customers");
    expect(early.status).toBe(409);
    expect(JSON.parse(early.body)).toMatchObject({ error: { code: "idempotency_key_in_use" } });
    const others = { ...(await bench.connect()), idempotencyKey: "busy" };
    expect((await bench.stripe.customers.create({}, others)).object).toBe("customer");
    const { body } = await slow;
    expect((await post("", "busy", "/v1/customers")).body).toBe(body);
  });
});
