import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { parseApiKey } from "../../../shared/domain/access/api-key.ts";
import { MerchantApi } from "../../support/api.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { useService } from "../../support/use-service.ts";
import { keyRotation } from "../../support/wire-calls.ts";

/** API keys that are rotated and revoked while clocks differ, replies are lost and others are faster. */
const service = useService({ muted: true });

type Flows = typeof import("../../../shared/flows/merchants/change-api-keys.ts");
let flows: Flows;
let api: MerchantApi;
let keyId: string;
beforeEach(async () => {
  flows = await import("../../../shared/flows/merchants/change-api-keys.ts");
  api = await service.otherMerchant();
  keyId = parseApiKey(api.apiKey)?.keyId ?? "";
});

const HOUR_MS = 3_600_000;
const GRACE_SECONDS = 86_400;
const at = (milliseconds = Date.now()) => ({ at: milliseconds, random: randomBytes });
const statusWith = async (apiKey: string) =>
  (await new MerchantApi(service.stack.baseUrl, apiKey).call("GET", "/v1/onboarding/status")).status;

const keys = async () =>
  (await service.items()).filter(
    ({ merchantId, sk }) => merchantId === merchantIdOf(api) && String(sk).startsWith("KEY#"),
  );

it("a revocation takes effect at once, though it was made by a clock that is ahead of ours", async () => {
  expect(await statusWith(api.apiKey)).toBe(200);
  await flows.revokeApiKey(keyId, at(Date.now() + HOUR_MS));
  expect(await statusWith(api.apiKey)).toBe(401);
});

describe("a rotation", () => {
  it("a rotation whose reply is lost is recognized as our own: the new key is not thrown away", async () => {
    service.dynamodb.inject(keyRotation, { kind: "drop_reply" });
    const rotated = await flows.rotateApiKey(keyId, GRACE_SECONDS, at());
    expect(await statusWith(rotated.apiKey)).toBe(200);
    expect(await statusWith(api.apiKey)).toBe(200);
  });

  it("does not prolong a key that ends sooner than its grace", async () => {
    const endsAt = Date.now() + HOUR_MS;
    const short = await flows.issueApiKey({ merchantId: merchantIdOf(api), endsAt }, at());
    const { previousEndsAt } = await flows.rotateApiKey(short.keyId, GRACE_SECONDS, at());
    expect(previousEndsAt).toBe(endsAt);
    expect((await keys()).find((key) => key.keyId === short.keyId)?.endsAt).toBe(endsAt);
  });

  it("a rotation that comes second leaves no key behind that works and that nobody was shown", async () => {
    service.dynamodb.inject(keyRotation, { kind: "hold_request" });
    const slow = flows.rotateApiKey(keyId, GRACE_SECONDS, at());
    await service.dynamodb.untilHeld();
    const fast = await flows.rotateApiKey(keyId, GRACE_SECONDS, at());
    service.dynamodb.release();
    await expect(slow).rejects.toMatchObject({ code: "rotation_in_progress" });
    const working = (await keys()).filter(({ revokedAt }) => revokedAt === undefined);
    expect(working.map((key) => key.keyId).toSorted()).toEqual([keyId, fast.keyId].toSorted());
  });
});
