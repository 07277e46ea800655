import type Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import { AUTHORIZED, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);
const seconds: number[] = [];

beforeAll(async () => {
  // Three payments, an hour apart.
  for (let hour = 0; hour < 3; hour++) {
    const { id, created } = await bench.stripe.paymentIntents.create(AUTHORIZED, options);
    await bench.stripe.paymentIntents.capture(id, {}, options);
    seconds.push(created);
    await bench.control("POST", "clock", { advanceSeconds: 60 * 60 });
  }
});

const list = async (params: Stripe.EventListParams) =>
  (await bench.stripe.events.list({ limit: 100, ...params }, options)).data.map(({ type }) => type).reverse();

describe("events (fact 23)", () => {
  const types = ["charge.captured", "payment_intent.succeeded"];

  it("are listed by types", async () => {
    expect(await list({ types })).toEqual([...types, ...types, ...types]);
    expect(await list({ type: "charge.captured" })).toHaveLength(3);
    expect(await list({ types: ["charge.refunded"] })).toEqual([]);
  });

  it("are listed by types in a slice of time", async () => {
    const [, second = 0, third = 0] = seconds;
    expect(await list({ types, created: { gte: second, lt: third } })).toEqual(types);
    expect(await list({ types, created: { lt: second } })).toEqual(types);
  });

  it("are walked in pages with both", async () => {
    const walked: string[] = [];
    for await (const { type } of bench.stripe.events.list({ types, limit: 2 }, options)) {
      walked.push(type);
    }
    expect(walked).toHaveLength(6);
  });

  it.each([
    { type: "charge.captured", types: ["charge.captured"] },
    { types: Array.from({ length: 21 }, (_, n) => `type.${n}`) },
  ])("are rejected for %j", async (params) => {
    expect(await rejectionOf(bench.stripe.events.list(params, options))).toMatchObject({ statusCode: 400 });
  });

  it("are gone after thirty days", async () => {
    const [event] = (await bench.stripe.events.list({ limit: 1 }, options)).data;
    await bench.control("POST", "clock", { advanceSeconds: 31 * 24 * 60 * 60 });
    expect(await list({ types })).toEqual([]);
    const gone = await rejectionOf(bench.stripe.events.retrieve(event?.id ?? "", {}, options));
    expect(gone.statusCode).toBe(404);
  });
});
