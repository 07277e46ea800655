import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Merchants are signed up and given a fee, and their audit says by whom. */
const world = new FakeWorld().enter();
const { setFeePolicy, signUpMerchant } = await import("../../../shared/flows/merchants/change-merchant.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");

const change = () => ({ at: world.now, actor: "olivia", random: randomBytes });
const POLICY = { bps: 290, byCurrency: {} };
const signUp = (name = "Corner Shop") => signUpMerchant({ name, feePolicy: null }, change());
const audited = async ({ merchantId }: Merchant) =>
  (await listAudit(merchantId)).map(({ actor, action, subject }) => [actor, action, subject]);

beforeEach(() => {
  world.emptyTable();
});

it("a merchant that is signed up stands in the ledger under its name, and the audit says who did it", async () => {
  const merchant = await signUp();
  expect(await findMerchant(merchant.merchantId)).toMatchObject({ name: "Corner Shop", account: null });
  expect(await audited(merchant)).toEqual([["olivia", "sign-up-merchant", "Corner Shop"]]);
});

it("a fee that is set stands in the ledger, and the audit says which one and by whom", async () => {
  const merchant = await signUp();
  const changed = await setFeePolicy(merchant, POLICY, change());
  expect(changed.feePolicy).toEqual(POLICY);
  expect(await findMerchant(merchant.merchantId)).toMatchObject({ feePolicy: POLICY, feePolicyNumber: 1 });
  expect(await audited(merchant)).toContainEqual(["olivia", "set-fee", JSON.stringify(POLICY)]);
});

it("a fee that was set since the merchant was read is not overwritten: whoever comes second looks again", async () => {
  const merchant = await signUp();
  await setFeePolicy(merchant, POLICY, change());
  await expect(setFeePolicy(merchant, { bps: 1, byCurrency: {} }, change())).rejects.toMatchObject({
    ...{ code: "in_progress", message: expect.stringContaining("Read it again before you set it") },
  });
  expect((await findMerchant(merchant.merchantId))?.feePolicy).toEqual(POLICY);
});
