import { describe, expect, it } from "vitest";
import { hashSecret } from "../../../shared/domain/access/credential.ts";
import { apiKeyKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
const { findApiKey, listApiKeys, markRevoked, markRotated, saveApiKey } = await import(
  "../../../shared/ledger/api-keys.ts"
);
const { createAuditEntry, listAudit } = await import("../../../shared/ledger/audit.ts");

const MERCHANT = `mer_${"1".repeat(16)}`;
const idOf = (nth: number) => `key_${"1".repeat(16)}${String(nth).padStart(10, "0")}`;

const HASH = hashSecret("secret", "salt");

const newKey = (nth: number) => ({
  keyId: idOf(nth),
  merchantId: MERCHANT,
  preset: "full" as const,
  salt: "salt",
  hash: HASH,
  createdAt: world.now,
  endsAt: null,
});

const stored = (nth: number) => world.table.peek(apiKeyKey(MERCHANT, idOf(nth)));

describe("an API key", () => {
  it("is saved again by the same call, whose first reply was lost, and never over another", async () => {
    await saveApiKey(newKey(3));
    await saveApiKey(newKey(3));
    await expect(saveApiKey({ ...newKey(3), hash: hashSecret("another", "salt") })).rejects.toThrow("taken");
    expect(stored(3)?.hash).toBe(HASH);
  });

  it("is not found where nobody has made it", async () => {
    expect(await findApiKey(idOf(99))).toBeUndefined();
  });
});

describe("a rotation", () => {
  const rotate = async (nth: number, successorId: string) => {
    const key = await findApiKey(idOf(nth));
    if (!key) throw new Error("There is no such key.");
    return markRotated(key, { successorId, endsAt: world.now + 1 });
  };

  it("gives a key one successor: a second rotation came too late, and its own repetition did not", async () => {
    await saveApiKey(newKey(5));
    expect(await rotate(5, "key_one")).toBe(true);
    expect(await rotate(5, "key_two")).toBe(false);
    expect(await rotate(5, "key_one")).toBe(true);
    expect(stored(5)).toMatchObject({ successorId: "key_one", endsAt: world.now + 1 });
  });

  it("does not bring back a key that was revoked, which ends once", async () => {
    await saveApiKey(newKey(7));
    await markRevoked({ merchantId: MERCHANT, keyId: idOf(7) }, world.now);
    await markRevoked({ merchantId: MERCHANT, keyId: idOf(7) }, world.now + 1);
    expect(await rotate(7, "key_one")).toBe(false);
    expect(stored(7)).toMatchObject({ revokedAt: world.now, endsAt: world.now });
  });
});

const entryOf = (number: number, given: object) => ({
  ...{ number, at: number, actor: "key_1", action: "send-test-event", previous: "", details: "", salt: "" },
  ...given,
});

it("every key is shown, also the last of many, and of audit entries the newest hundred", async () => {
  const merchantId = "mer_many";
  for (let nth = 0; nth < 101; nth++) {
    await saveApiKey({ ...newKey(nth), merchantId });
    await createAuditEntry(merchantId, entryOf(nth + 1, { action: `action ${nth}` }));
  }
  const shown = (await listApiKeys(merchantId)).map(({ keyId }) => keyId);
  expect(new Set(shown)).toEqual(new Set(Array.from({ length: 101 }, (_, nth) => idOf(nth))));
  const entries = await listAudit(merchantId);
  expect(entries).toHaveLength(100);
  expect(entries[0]).toMatchObject({ action: "action 100" });
});

it("a key does not push its own deed out of sight by many cheap ones, in sessions of its own or without", async () => {
  const merchantId = "mer_busy";
  const note = (at: number, entry: object) => createAuditEntry(merchantId, entryOf(at, entry));
  await note(1, { action: "rotate-callback-secret" });
  for (let at = 2; at <= 301; at++) await note(at, { subject: `evt_${at}` });
  for (let at = 302; at <= 501; at++) await note(at, { actor: `ses_${at}`, maker: "key_1" });
  const entries = await listAudit(merchantId);
  expect(entries).toHaveLength(11);
  expect(entries.at(-1)).toMatchObject({ action: "rotate-callback-secret" });
  expect(entries[9]).toMatchObject({ at: 492, actor: "ses_492", more: 490 });
});
