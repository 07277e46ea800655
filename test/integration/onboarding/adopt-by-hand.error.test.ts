import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { adoptByHand } from "../../../shared/flows/onboarding/adopt-by-hand.ts";
import { findMerchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { changeItem } from "../../support/ledger-edits.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { useService } from "../../support/use-service.ts";

/** After a restore an operator says whose an account is: the processor's metadata and the ledger must agree. */
const service = useService({ muted: true });

const accountFor = async (svcMerchantId?: string, svcEnv = "local") =>
  (
    await service.stripe.accounts.create({
      country: "US",
      metadata: svcMerchantId ? { svcMerchantId, svcEnv } : {},
    })
  ).id;

const newcomer = async () => merchantIdOf(await service.otherMerchant("none"));

async function adopt(merchantId: string, accountId: string) {
  const merchant = await findMerchant(merchantId);
  if (!merchant) throw new Error("no merchant");
  return adoptByHand(merchant, accountId, { at: Date.now(), random: randomBytes, actor: "olivia" });
}

const itemsOf = async (merchantId: string, accountId: string) =>
  (await service.items()).filter(({ pk }) => pk === `AUDIT#${merchantId}` || pk === `ACCOUNT#${accountId}`);

it("an account that was made for the merchant is given to it, also a second time", async () => {
  const merchantId = await newcomer();
  const accountId = await accountFor(merchantId);
  for (let time = 0; time < 2; time++)
    expect((await adopt(merchantId, accountId)).account?.processorAccountId).toBe(accountId);
  expect(await itemsOf(merchantId, accountId)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: "adopt-account", subject: accountId, actor: "olivia" }),
      expect.objectContaining({ sk: "ACCOUNT", merchantId }),
    ]),
  );
});

it.each([
  ["made for another merchant", async () => accountFor(await newcomer())],
  ["made in another environment", async (merchantId: string) => accountFor(merchantId, "other")],
  ["of the platform's own", async () => accountFor()],
  ["that the processor does not show", async () => "acct_nothing"],
  ["that is another merchant's here", async () => service.accountId],
])("an account %s is not given away, and nothing is written", async (_, make) => {
  const merchantId = await newcomer();
  const accountId = await make(merchantId);
  const before = await itemsOf(merchantId, accountId);
  await expect(adopt(merchantId, accountId)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await itemsOf(merchantId, accountId)).toEqual(before);
  expect((await findMerchant(merchantId))?.account).toBeNull();
});

it("a merchant that has another account keeps it, and one whose account was detached gets it back", async () => {
  const merchantId = await newcomer();
  const [first, second] = [await accountFor(merchantId), await accountFor(merchantId)];
  await adopt(merchantId, first);
  await expect(adopt(merchantId, second)).rejects.toMatchObject({ code: "invalid_request" });
  const ledger = { table: service.table, tableName: service.stack.tableName };
  await changeItem(ledger, merchantKey(merchantId), { account: null, formerAccountIds: [first] });
  expect((await adopt(merchantId, first)).account?.processorAccountId).toBe(first);
});
