import { expect, it } from "vitest";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld();
world.enter();
const { eraseMerchant } = await import("../../../shared/flows/merchants/erase-merchant.ts");

const KEY = merchantKey("mer_1");

it("an erasure takes away what a request that was under way has brought back in the middle of it", async () => {
  world.putMerchant("mer_1");
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "dead", receivedAt: world.now });
  const merchant = { ...world.table.peek(KEY), account: null } as unknown as Merchant;
  const change = { at: world.now, random: (size: number) => new Uint8Array(size) };
  await eraseMerchant(merchant, change, {
    settle: async () => undefined,
    onPage: () => {
      world.table.update(KEY, {
        UpdateExpression: "SET callback = :callback, #name = :name",
        ExpressionAttributeNames: { "#name": "name" },
        ExpressionAttributeValues: { ":callback": { url: "https://shop.example" }, ":name": "Corner Shop" },
      });
    },
  });
  const erased = world.table.peek(KEY);
  expect(erased).toMatchObject({ name: "(erased)", erasedAt: world.now });
  expect(erased?.callback).toBeUndefined();
});
