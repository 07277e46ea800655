import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { machineNowMs } from "../../../infra/local/clock.ts";
import { verifySignature } from "../../../shared/domain/access/signing-secret.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { type Desk, expectRejection, useDesk } from "./desk.ts";

/** The key that seals callback secrets is changed, step by step, and no callback notices. The demo's merchant is there too. */
const desk = useDesk();
const receiver = useReceiver();
let shop: Awaited<ReturnType<Desk["openShop"]>>;
let otherId: string;
let secret: string;

const setUrl = (merchantId: string) =>
  desk.json<{ secret: string }>("callbacks", "set-url", merchantId, receiver.url);

beforeAll(async () => {
  shop = await desk.openShop("Corner Shop");
  secret = (await setUrl(shop.merchantId)).secret;
  otherId = (await desk.json<{ merchantId: string }>("merchants", "create", "--name", "Other Shop"))
    .merchantId;
  await setUrl(otherId);
});

const keys = async () => (await desk.json<{ keys: object[] }>("secrets", "keys")).keys;

type Box = { keyId?: string; sealed: string };

async function boxOf(merchantId: string): Promise<Box | undefined> {
  const { callbackEndpoints } = (await desk.item(merchantKey(merchantId))) as {
    callbackEndpoints: { list: { secrets: { box: Box }[] }[] };
  };
  return callbackEndpoints.list[0]?.secrets[0]?.box;
}

const keyIds = async () =>
  (await Promise.all([shop.merchantId, otherId].map(boxOf))).map((box) => box?.keyId);

/** What a sale tells the merchant is signed with the secret that the merchant was given at the beginning. */
async function expectCallback(): Promise<void> {
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  await desk.stack.confirm(created);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  const { headers = {}, rawBody = Buffer.alloc(0) } = receiver.received[0] ?? {};
  const header = String(headers["svc-signature"]);
  expect(verifySignature({ rawBody, header }, [secret], Math.floor(machineNowMs() / 1000))).toBe("valid");
}

describe("changing the callback key, in this order:", () => {
  it("there is one key, and every box names it", async () => {
    expect(await keys()).toEqual([{ keyId: "0", current: true, sealed: 3 }]);
    expect(await keyIds()).toEqual(["0", "0"]);
  });

  it("a new key only opens at first, and cannot seal before every function knows it", async () => {
    expect(await desk.json("secrets", "add-key")).toEqual({ keyId: "1" });
    expectRejection(
      await desk.run("secrets", "use-key", "1"),
      /^error: Key 1 was added just now, and functions may not know it yet: wait 10 more minutes\.$/m,
    );
    expectRejection(await desk.run("secrets", "use-key", "7"), /^error: No key 7\. Existing keys: 0, 1\.$/m);
    expect(await keys()).toEqual([
      { keyId: "0", current: true, sealed: 3 },
      { keyId: "1", current: false, sealed: 0 },
    ]);
    await expectCallback();
  });

  it("ten minutes later it seals what is new, and what is old opens as before", async () => {
    await desk.json("simulate", "advance", "10m");
    expect(await desk.json("secrets", "use-key", "1")).toEqual({ current: "1" });
    expect(await keyIds()).toEqual(["0", "0"]);
    await expectCallback();
  });

  it("the old one cannot be removed while functions may seal with it, nor while a box names it, nor the current one", async () => {
    expectRejection(await desk.run("secrets", "remove-key", "1"), /^error: Key 1 is the current one/m);
    expectRejection(
      await desk.run("secrets", "remove-key", "0"),
      /functions may still seal with the old one/,
    );
    await desk.json("simulate", "advance", "10m");
    expectRejection(
      await desk.run("secrets", "remove-key", "0"),
      /^error: 3 callback secrets are sealed with key 0\. Run secrets reseal first\.$/m,
    );
  });

  it("every box is sealed anew, and a second time finds nothing to do", async () => {
    expect(await desk.json("secrets", "reseal")).toEqual({ resealed: 3, alreadyCurrent: 0 });
    expect(await keyIds()).toEqual(["1", "1"]);
    const before = await boxOf(shop.merchantId);
    expect(await desk.json("secrets", "reseal")).toEqual({ resealed: 0, alreadyCurrent: 3 });
    expect(await boxOf(shop.merchantId)).toEqual(before);
    await expectCallback();
  });

  it("then the old key can be removed, and the secret is the same as ever", async () => {
    expect(await desk.json("secrets", "remove-key", "0")).toEqual({ removed: "0" });
    expect(await keys()).toEqual([{ keyId: "1", current: true, sealed: 3 }]);
    await desk.json("simulate", "advance", "6m");
    await expectCallback();
  });

  it("the keys are kept for the next start, and stand in no output", async () => {
    const { callbackKey } = JSON.parse(readFileSync(join(desk.stateDir, "secrets.json"), "utf8"));
    const ring = JSON.parse(callbackKey) as { current: string; keys: Record<string, string> };
    expect(Object.keys(ring.keys)).toEqual(["1"]);
    expect(desk.transcript).not.toContain(ring.keys[1]);
  });
});
