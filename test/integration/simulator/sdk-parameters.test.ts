import { describe, expect, it } from "vitest";
import { ROUTES } from "../../../infra/simulator/resources/routes.ts";
import { readSdkParameters } from "./read-sdk-parameters.ts";
import { CARD_USD, rejectionOf, useAccount, useBench } from "./support.ts";

const bench = useBench();
const options = useAccount(bench);

it("the table of parameters is what the installed SDK declares (vitest -u writes it again)", async () => {
  const types = [...new Set(ROUTES.map((route) => route.type))].sort();
  const table = Object.fromEntries(types.map((type) => [type, readSdkParameters(type)]));
  const file = "../../../infra/simulator/http/sdk-parameters.json";
  await expect(`${JSON.stringify(table, null, 2)}\n`).toMatchFileSnapshot(file);
});

describe("a parameter", () => {
  it.each([
    ["amout", { amout: 1 }],
    [
      "mandate_data[customer_acceptance][onlin]",
      { mandate_data: { customer_acceptance: { onlin: { ip_address: "127.0.0.1" } } } },
    ],
  ])(
    "a parameter that the processor does not know is rejected by its full name: %s",
    async (param, wrong) => {
      const call = bench.stripe.paymentIntents.create({ ...CARD_USD, ...wrong } as typeof CARD_USD, options);
      expect(await rejectionOf(call)).toMatchObject({ statusCode: 400, code: "parameter_unknown", param });
    },
  );

  it("a parameter that the processor knows and the simulator does not is rejected in other words", async () => {
    const call = bench.stripe.paymentIntents.create({ ...CARD_USD, transfer_group: "a" }, options);
    const error = await rejectionOf(call);
    expect([error.code, error.param]).toEqual([undefined, "transfer_group"]);
    expect(error.message).toContain("not simulated");
  });

  it("a parameter of a list is rejected like any other", async () => {
    const call = bench.stripe.refunds.list({ payment_intents: "pi_1" } as object, options);
    expect(await rejectionOf(call)).toMatchObject({ code: "parameter_unknown", param: "payment_intents" });
  });
});
