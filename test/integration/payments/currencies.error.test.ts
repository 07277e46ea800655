import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createPayment } from "../../../shared/contract/create-payment.ts";
import type { FeePolicy } from "../../../shared/domain/payments/fee-policy.ts";
import { setFeePolicy } from "../../../shared/flows/merchants/change-merchant.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { expectWrongField } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";

/** Amounts in currencies whose smallest unit, or whose fee, is not a cent. */
const service = useService({ muted: true });

const setPolicy = async (policy: FeePolicy | null) => {
  const merchant = await findMerchant(service.stack.demo.merchantId);
  if (merchant) await setFeePolicy(merchant, policy, { at: Date.now(), random: randomBytes });
};

it.each([...createPayment.description.matchAll(/`(\{[^`]+\})`/g)].map(([, text = ""]) => text))(
  "the reference's example of a kind of currency is taken: %s",
  async (text) => {
    const created = await service.api.create(JSON.parse(text), randomUUID());
    expect(created.status).toBe(201);
  },
);

it("the reference has an example of every kind of currency", () => {
  expect(createPayment.description.match(/"currency": "(\w+)"/g)).toHaveLength(4);
});

describe("GET /v1/fee-preview", () => {
  const preview = (query: string) => service.api.call("GET", `/v1/fee-preview?${query}`);

  it("tells the fee that a payment would have, and the policy that makes it", async () => {
    await setPolicy({ bps: 290, byCurrency: { usd: { fixedCents: 30, minCents: 0, maxCents: 5000 } } });
    for (const [amountCents, currency] of [
      [4999, "usd"],
      [4999, "jpy"],
      [5000, "kwd"],
      [50, "eur"],
    ] as const) {
      const { json } = await preview(`amountCents=${amountCents}&currency=${currency}`);
      const created = await service.api.create({ amountCents, currency }, randomUUID());
      expect(json).toMatchObject({ amountCents, currency });
      expect(json.applicationFeeCents).toBe(created.json.applicationFeeCents);
    }
    const { json } = await preview("amountCents=4999");
    expect(json).toMatchObject({
      currency: "usd",
      applicationFeeCents: 175,
      policy: {
        text: "2.9% + 0.30 USD, at most 50.00 USD",
        bps: 290,
        fixedCents: 30,
        minCents: 0,
        maxCents: 5000,
      },
    });
  });

  it("tells of the platform's default where the merchant has no policy", async () => {
    const other = await service.otherMerchant();
    const { json } = await other.call("GET", "/v1/fee-preview?amountCents=4999&currency=USD");
    expect(json).toMatchObject({ applicationFeeCents: 155, policy: { number: 0, bps: 250, fixedCents: 30 } });
  });

  it.each([
    ["amountCents=49", "/amountCents"],
    ["amountCents=5000001", "/amountCents"],
    ["amountCents=12.5", "/amountCents"],
    ["amountCents=1e3", "/amountCents"],
    ["currency=usd", "/amountCents"],
    ["amountCents=1000&currency=hrk", "/currency"],
    ["amountCents=4999&currency=kwd", "/amountCents"],
    ["amountCents=5000&currency=ugx", "/amountCents"],
    ["amountCents=5000&merchantId=mer_x", "/merchantId"],
  ])("rejects %s", async (query, pointer) => {
    expectWrongField(await preview(query), pointer);
  });
});
