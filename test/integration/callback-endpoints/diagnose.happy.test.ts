import { beforeEach, describe, expect, it } from "vitest";
import { Diagnosis } from "../../../shared/contract/callback-endpoint.ts";
import { signatureHeader } from "../../../shared/domain/access/signature.ts";
import { useFunctionCalls } from "../../support/function-calls.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { openShop } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** Each verdict of the signature doctor, with what a merchant's server really received. */

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);
const calls = useFunctionCalls();
let rawBody: string;
let header: string;
beforeEach(async () => {
  const { eventId } = (await shop.api.onEndpoint("test")).json;
  const [callback] = await shop.receiver.until(1);
  await service.eventually(async () => (await service.deliveryItem(eventId)).delivery === "delivered");
  rawBody = String(callback?.rawBody);
  header = String(callback?.headers["svc-signature"]);
  service.clearWires();
});

const now = () => Math.floor(Date.now() / 1000);

async function diagnose(seen = rawBody, given = header) {
  const body = { rawBody: seen, signatureHeader: given };
  const reply = await shop.api.onEndpoint("diagnose", body);
  expect(reply.status).toBe(200);
  expect(Diagnosis.safeParse(reply.json).error).toBeUndefined();
  expect(reply.text).not.toMatch(/whsec_|[0-9a-f]{64}/);
  return reply.json as { verdict: string; advice: string };
}

const verdict = async (...seen: Parameters<typeof diagnose>) => (await diagnose(...seen)).verdict;

it("valid, with two reads and no write", async () => {
  const { verdict: found, advice } = await diagnose();
  expect(found).toBe("valid");
  expect(advice).toContain("raw bytes");
  const own = calls.filter(({ by }) => by === "diagnose-callback");
  expect(own.map(({ action }) => action)).toEqual(["BatchGet", "Get"]);
});

describe("wrong_secret", () => {
  it("for a signature that somebody else's secret made", async () => {
    const forged = signatureHeader(Buffer.from(rawBody), ["whsec_somebody"], now());
    expect(await verdict(rawBody, forged)).toBe("wrong_secret");
  });

  it("for another merchant's event, whose bytes are nobody else's business", async () => {
    const other = await openShop(service);
    const { eventId } = (await other.api.onEndpoint("test")).json;
    const [callback] = await other.receiver.until(1);
    other.receiver.stop();
    const signed = signatureHeader(callback?.rawBody ?? Buffer.alloc(0), [shop.secret], now());
    expect(await verdict(JSON.stringify({ id: eventId }), signed)).toBe("wrong_secret");
  });
});
