import type { Merchant } from "../../shared/ledger/merchants.ts";
import { apiKeyKey, merchantKey } from "../../shared/ledger/table.ts";
import type { FakeWorld } from "./fake-world.ts";

/* Who makes console sessions, in a ledger in memory. */

export const MERCHANT = { merchantId: `mer_${"A".repeat(16)}` } as Merchant;
export const OTHER = { merchantId: `mer_${"B".repeat(16)}` } as Merchant;
export const KEY_ID = `key_${"A".repeat(16)}${"K".repeat(10)}`;
export const OPERATOR = { kind: "operator", name: "olivia", reason: "asked to" } as const;
export const KEY = { kind: "key", keyId: KEY_ID } as const;

/** The table has them and nothing else. */
export function putPeople({ table }: FakeWorld): void {
  for (const { pk, sk } of table.all()) table.expire({ pk: String(pk), sk: String(sk) });
  for (const merchant of [MERCHANT, OTHER])
    table.put({ ...merchantKey(merchant.merchantId), ...merchant }, {});
  const { merchantId } = MERCHANT;
  const key = { keyId: KEY_ID, merchantId, preset: "full", salt: "", hash: "", createdAt: 0, endsAt: null };
  table.put({ ...apiKeyKey(merchantId, KEY_ID), ...key }, {});
}
