import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { parseApiKey } from "../../../shared/domain/access/api-key.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { DAY_MS, FakeWorld, HOUR_MS } from "../../support/fake-world.ts";

/* API keys are issued, rotated and revoked, and the merchant's audit says by whom. */
const MERCHANT = "mer_1234567890abcdef";

const world = new FakeWorld().enter();
const { issueApiKey, revokeApiKey, rotateApiKey } = await import(
  "../../../shared/flows/merchants/change-api-keys.ts"
);
const { findApiKey, markRotated } = await import("../../../shared/ledger/api-keys.ts");
const { authenticate } = await import("../../../shared/ledger/merchants.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");

const by = (actor = "olivia") => ({ at: world.now, actor, random: randomBytes });
const issue = (given: object = {}) => issueApiKey({ merchantId: MERCHANT, ...given }, by());
const opens = async (apiKey: string, at = world.now) => {
  const parts = parseApiKey(apiKey);
  return parts && (await authenticate(parts, at))?.preset;
};
const audited = async () => (await listAudit(MERCHANT)).map(({ action, subject }) => `${action} ${subject}`);

beforeEach(() => {
  world.emptyTable();
  world.putMerchant(MERCHANT);
});

describe("a key that is issued", () => {
  it("opens what its preset allows, everything without one, and is noted with it", async () => {
    const full = await issue();
    expect(await opens(full.apiKey)).toBe("full");
    expect(await audited()).toEqual([`issue-key ${full.keyId}, full`]);
    const reading = await issue({ preset: "read" });
    expect(await opens(reading.apiKey)).toBe("read");
    expect(await audited()).toContain(`issue-key ${reading.keyId}, read`);
  });

  it("may end later than now, and not at this very moment or before", async () => {
    const { apiKey } = await issue({ endsAt: world.now + 1 });
    expect(await opens(apiKey)).toBe("full");
    expect(await opens(apiKey, world.now + 1)).toBeUndefined();
    for (const endsAt of [world.now, world.now - DAY_MS])
      await expect(issue({ endsAt })).rejects.toMatchObject({
        ...{ code: "invalid_request", message: "The end of the key must be in the future." },
      });
    expect(await audited()).toHaveLength(1);
  });

  it("is denied to a merchant that is not there or was erased", async () => {
    await expect(issueApiKey({ merchantId: "mer_gone" }, by())).rejects.toMatchObject({
      ...{ code: "not_found", message: "There is no such merchant." },
    });
    world.table.put({ ...merchantKey(MERCHANT), merchantId: MERCHANT, erasedAt: 1 }, {});
    await expect(issue()).rejects.toThrow();
    expect(await audited()).toEqual([]);
  });
});

describe("a key that is rotated", () => {
  it("lives on beside its successor for its grace, and the audit names both", async () => {
    const old = await issue({ preset: "read", label: "till" });
    const next = await rotateApiKey(old.keyId, 60, by());
    expect(next.previousEndsAt).toBe(world.now + 60_000);
    expect(await opens(old.apiKey, world.now + 59_999)).toBe("read");
    expect(await opens(old.apiKey, world.now + 60_000)).toBeUndefined();
    expect(await opens(next.apiKey, world.now + 60_000)).toBe("read");
    expect(await findApiKey(next.keyId)).toMatchObject({ label: "till", preset: "read", endsAt: null });
    expect(await audited()).toContain(`rotate-key ${old.keyId} by ${next.keyId}, read`);
  });

  it("is followed by one that lives for a day where it was to live for a day, and its own end is not put off", async () => {
    const old = await issue({ endsAt: world.now + DAY_MS });
    world.now += HOUR_MS;
    const next = await rotateApiKey(old.keyId, 7 * 86_400, by());
    expect(next.previousEndsAt).toBe(world.now + DAY_MS - HOUR_MS);
    expect((await findApiKey(next.keyId))?.endsAt).toBe(world.now + DAY_MS);
  });

  it("is not rotated a second time: its successor is named, and nothing more is issued or noted", async () => {
    const old = await issue();
    const next = await rotateApiKey(old.keyId, 60, by());
    const items = world.table.all().length;
    await expect(rotateApiKey(old.keyId, 60, by())).rejects.toMatchObject({
      code: "rotation_in_progress",
      message: expect.stringContaining(next.keyId),
    });
    expect(world.table.all()).toHaveLength(items);
  });

  it("has one successor that works, though two rotate it at once: what the slower one has made opens nothing", async () => {
    const old = await issue();
    const key = await findApiKey(old.keyId);
    if (!key) throw new Error("The key is gone.");
    // The other rotation is between the slower one's look and its write.
    let writes = 0;
    world.isKilled = (call) => {
      if (call === "write" && ++writes === 3) {
        world.isKilled = () => false;
        void markRotated(key, { successorId: "key_other", endsAt: world.now + 1 });
      }
      return false;
    };
    const slower = rotateApiKey(old.keyId, 60, by());
    await expect(slower).rejects.toMatchObject({ code: "rotation_in_progress" });
    expect((await findApiKey(old.keyId))?.successorId).toBe("key_other");
    const made = world.table.all().filter(({ sk }) => String(sk).startsWith("KEY#"));
    expect(made.map(({ revokedAt }) => revokedAt).toSorted()).toEqual([world.now, undefined]);
  });
});

describe("a key that is revoked", () => {
  it("opens nothing from then on, also by a clock that is behind, and the audit names it", async () => {
    const { keyId, apiKey } = await issue();
    const ahead = { ...by(), at: world.now + HOUR_MS };
    expect(await revokeApiKey(keyId, ahead)).toMatchObject({ keyId, merchantId: MERCHANT });
    expect(await opens(apiKey)).toBeUndefined();
    expect(await audited()).toContain(`revoke-key ${keyId}`);
  });

  it("is neither revoked again nor rotated, as little as one that has ended or never was", async () => {
    const revoked = await issue();
    await revokeApiKey(revoked.keyId, by());
    const ended = await issue({ endsAt: world.now + 1 });
    world.now += 1;
    const rejection = { code: "not_found", message: "There is no such key, or it has ended." };
    for (const keyId of [revoked.keyId, ended.keyId, "key_1234567890abcdefnever"]) {
      await expect(revokeApiKey(keyId, by())).rejects.toMatchObject(rejection);
      await expect(rotateApiKey(keyId, 60, by())).rejects.toMatchObject(rejection);
    }
  });
});
