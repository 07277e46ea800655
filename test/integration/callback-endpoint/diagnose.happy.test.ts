import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Diagnosis } from "../../../shared/contract/callback-endpoint.ts";
import { signatureHeader } from "../../../shared/domain/access/signature.ts";
import { useFunctionCalls } from "../../support/function-calls.ts";
import { openShop } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** Each verdict of the signature doctor, with what a merchant's server really received. */
const PATH = "/v1/callback-endpoint";

const service = useService({ muted: true });
const shop = useShop(service);
const calls = useFunctionCalls();
let rawBody: string;
let header: string;
let standardHeader: string;
beforeEach(async () => {
  const { eventId } = (await shop.api.call("POST", `${PATH}/test`)).json;
  const [callback] = await shop.receiver.until(1);
  await service.eventually(async () => (await service.eventItem(eventId)).delivery === "delivered");
  rawBody = String(callback?.rawBody);
  header = String(callback?.headers["svc-signature"]);
  standardHeader = String(callback?.headers["webhook-signature"]);
  service.clearWires();
});

const later = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
const now = () => Math.floor(Date.now() / 1000);

async function diagnose(seen = rawBody, given = header) {
  const body = { rawBody: seen, signatureHeader: given };
  const reply = await shop.api.call("POST", `${PATH}/diagnose`, body);
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
    const { eventId } = (await other.api.call("POST", `${PATH}/test`)).json;
    const [callback] = await other.receiver.until(1);
    other.receiver.stop();
    const signed = signatureHeader(callback?.rawBody ?? Buffer.alloc(0), [shop.secret], now());
    expect(await verdict(JSON.stringify({ id: eventId }), signed)).toBe("wrong_secret");
  });

  it("for another body than the one that was signed", async () => {
    expect(await verdict(rawBody.replace("verify", "forge"))).not.toBe("valid");
    expect(await verdict('{"id":"evt_unknown"}')).toBe("wrong_secret");
    expect(await verdict("")).toBe("wrong_secret");
  });
});

it("other_scheme_header, for the value of webhook-signature", async () => {
  const { verdict: found, advice } = await diagnose(rawBody, standardHeader);
  expect(found).toBe("other_scheme_header");
  expect(advice).toContain("Svc-Signature");
});

it("other_scheme_secret, for a check that decodes the secret as the other scheme does", async () => {
  const key = Buffer.from(shop.secret.slice("whsec_".length), "base64");
  const hex = createHmac("sha256", key).update(`${now()}.${rawBody}`).digest("hex");
  const { verdict: found, advice } = await diagnose(rawBody, `t=${now()},v1=${hex}`);
  expect(found).toBe("other_scheme_secret");
  expect(advice).toContain("whole text");
});

describe("old_secret", () => {
  it("for a secret that ended with a rotation", async () => {
    await shop.api.call("POST", `${PATH}/rotate-secret`, { graceSeconds: 0 });
    const { verdict: found, advice } = await diagnose();
    expect(found).toBe("old_secret");
    expect(advice).toContain("rotation");
  });

  it("not while it is in its grace, and still after the next rotation", async () => {
    await shop.api.call("POST", `${PATH}/rotate-secret`, { graceSeconds: 60 });
    expect(await verdict()).toBe("valid");
    later(61);
    expect(await verdict()).toBe("old_secret");
    await shop.api.call("POST", `${PATH}/rotate-secret`, { graceSeconds: 60 });
    expect(await verdict()).toBe("old_secret");
  });
});

it("timestamp_too_old, with how old", async () => {
  later(3600);
  const { verdict: found, advice } = await diagnose();
  expect(found).toBe("timestamp_too_old");
  expect(advice).toMatch(/36\d\d s old/);
});

it("timestamp_too_new, with how far ahead", async () => {
  const ahead = signatureHeader(Buffer.from(rawBody), [shop.secret], now() + 400);
  const { verdict: found, advice } = await diagnose(rawBody, ahead);
  expect(found).toBe("timestamp_too_new");
  expect(advice).toMatch(/(399|400) s in the future/);
});

describe("body_reserialized", () => {
  const changed: [string, (text: string) => string][] = [
    ["parsed and written again without white space", (text) => JSON.stringify(JSON.parse(text))],
    ["written with tabs", (text) => JSON.stringify(JSON.parse(text), null, "\t")],
    [
      "put into another order",
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ],
    ["cut off at its end", (text) => text.slice(0, -20)],
    ["given another end of line", (text) => text.replaceAll("\n", "\r\n")],
    ["given one more line", (text) => `${text}\n`],
  ];

  it.each(changed)("for a body that was %s", async (_, change) => {
    const { verdict: found, advice } = await diagnose(change(rawBody));
    expect(found).toBe("body_reserialized");
    expect(advice).toContain("before any JSON parser");
  });

  it("even where the event is not in the ledger any more", async () => {
    const text = JSON.stringify({ id: "evt_gone", amount: 1 }, null, 2);
    const signed = signatureHeader(Buffer.from(text), [shop.secret], now());
    expect(await verdict(JSON.stringify(JSON.parse(text)), signed)).toBe("body_reserialized");
  });
});

it.each([
  ["nothing", ""],
  ["its name as well", "Svc-Signature: t=1,v1=0"],
  ["no time", `v1=${"0".repeat(64)}`],
  ["no signature", "t=1700000000"],
  ["capital letters", `t=1700000000,v1=${"A".repeat(64)}`],
  ["another scheme", `t=1700000000,v0=${"0".repeat(64)}`],
  ["a signature without its end", `t=1700000000,v1=${"0".repeat(63)}`],
])("header_malformed for %s", async (_, given) => {
  const { verdict: found, advice } = await diagnose(rawBody, given);
  expect(found).toBe("header_malformed");
  expect(advice).toContain("t=<seconds>,v1=");
});

it("whatever is pasted, there is a verdict", async () => {
  const nested = "[".repeat(100_000);
  for (const text of [nested, nested + "]".repeat(100_000), "\0", "\ud800", '"id":"evt_1"', "null"]) {
    expect(await verdict(text)).toBe("wrong_secret");
  }
});
