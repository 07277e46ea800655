import { Webhook } from "standardwebhooks";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type Callback, PaymentsError, verifyCallback } from "../../../shared/client/callbacks.ts";
import { createTestCallback } from "../../../shared/client/testing.ts";
import { signatureHeader, standardHeaders } from "../../../shared/domain/access/signing-secret.ts";
import { EVENT_NAMES, TEST_EVENT_TYPE } from "../../../shared/domain/events/event-types.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const NOW_MS = 1_800_000_000_000;
const SECONDS = NOW_MS / 1000;
const BODY = Buffer.from(JSON.stringify({ id: "evt_1", type: "payment_intent.succeeded", note: "é" }));

const svc = (secrets: string[], seconds = SECONDS) => ({
  "Svc-Signature": signatureHeader(BODY, secrets, seconds),
});
const standard = (secrets: string[], seconds = SECONDS) =>
  standardHeaders({ id: "evt_1", seconds, rawBody: BODY }, secrets);

const otherHeaders = (given: Record<string, string>) => {
  const headers = new Headers(given);
  return { get: (name: string) => headers.get(name) };
};

type Given = Parameters<typeof verifyCallback>[1];
const verdict = (headers: Given, secret: string | string[] = SECRET, nowMs = NOW_MS) =>
  verifyCallback(BODY, headers, secret, { nowMs }).then(
    ({ type }) => type,
    (error: unknown) => (error instanceof PaymentsError ? error.code : error),
  );

describe("is genuine", () => {
  it.each([
    ["by Svc-Signature", svc([SECRET])],
    ["as Standard Webhooks", standard([SECRET])],
    ["by both", { ...svc([SECRET]), ...standard([SECRET]) }],
    ["by either, when the other is garbage", { "Svc-Signature": "t=²,v1=é", ...standard([SECRET]) }],
    ["by either, the other way round", { ...svc([SECRET]), ...standard([OTHER]) }],
    ["during a rotation, newest first", svc([OTHER, SECRET])],
    ["during a rotation, as Standard Webhooks", standard([OTHER, SECRET])],
    ["as Headers", new Headers(svc([SECRET]))],
    ["as the Headers of another fetch than the global one", otherHeaders(svc([SECRET]))],
    ["in lower case, as Node has them", { "svc-signature": svc([SECRET])["Svc-Signature"] }],
    ["in several parts", { "svc-signature": svc([SECRET])["Svc-Signature"].split(",") }],
    ["300 s ago", svc([SECRET], SECONDS - 300)],
    ["300 s ahead", standard([SECRET], SECONDS + 300)],
  ])("%s", async (_, headers) => {
    expect(await verdict(headers)).toBe("payment_intent.succeeded");
  });

  it("under one of several secrets", async () => {
    expect(await verdict(svc([OTHER]), [SECRET, OTHER])).toBe("payment_intent.succeeded");
  });

  it("whether its body comes as text, bytes or a buffer", async () => {
    const bodies = [BODY.toString("utf8"), new Uint8Array(BODY), new Uint8Array(BODY).buffer];
    for (const body of bodies) {
      const callback = await verifyCallback(body, svc([SECRET]), SECRET, { nowMs: NOW_MS });
      expect(callback.event).toMatchObject({ note: "é" });
    }
  });
});

const hex = "a".repeat(64);
const base64 = `${"A".repeat(43)}=`;

describe("is rejected", () => {
  it.each<[string, Given]>([
    ["without headers", {}],
    ["with an undefined header", { "svc-signature": undefined }],
    ["under another secret", svc([OTHER])],
    ["under another secret, as Standard Webhooks", standard([OTHER])],
    ["301 s ago", svc([SECRET], SECONDS - 301)],
    ["301 s ahead", standard([SECRET], SECONDS + 301)],
    [
      "with a later time than the signed one",
      { "Svc-Signature": `${svc([SECRET], 1)["Svc-Signature"]},t=${SECONDS}` },
    ],
    ["with another id than the signed one", { ...standard([SECRET]), "webhook-id": "evt_2" }],
    ["without the time of its scheme", { "webhook-id": "evt_1", "webhook-signature": `v1,${base64}` }],
    ["by a digit that is none", { "Svc-Signature": `t=²,v1=${hex}` }],
    ["by letters that are none", { "Svc-Signature": `t=${SECONDS},v1=é` }],
    ["by no time", { "Svc-Signature": `v1=${hex}` }],
    ["by a time without end", { "Svc-Signature": `t=${"9".repeat(400)},v1=${hex}` }],
    ["by a negative time", { "Svc-Signature": `t=-1,v1=${hex}` }],
    [
      "by a signature of another version",
      { "Svc-Signature": svc([SECRET])["Svc-Signature"].replace("v1=", "v0=") },
    ],
    ["by half a byte", { "Svc-Signature": `t=${SECONDS},v1=${hex.slice(1)}` }],
    ["by capital hex", { "Svc-Signature": svc([SECRET])["Svc-Signature"].toUpperCase() }],
    ["by separators alone", { "Svc-Signature": ",,==,=,v1=,t=" }],
    ["by base64 that is none", { ...standard([SECRET]), "webhook-signature": "v1,!!!! v1, v1a,x" }],
    ["by a time of letters", { ...standard([SECRET]), "webhook-timestamp": "now" }],
    ["by ten thousand signatures", { "Svc-Signature": `t=${SECONDS}${`,v1=${hex}`.repeat(10_000)}` }],
  ])("%s", async (_, headers) => {
    expect(await verdict(headers)).toBe("invalid_signature");
  });

  it("when one byte of the body differs", async () => {
    const changed = Buffer.from(BODY.toString("utf8").replace("é", "e"));
    await expect(verifyCallback(changed, svc([SECRET]), SECRET, { nowMs: NOW_MS })).rejects.toMatchObject({
      code: "invalid_signature",
    });
  });
});

describe("says why it is rejected", () => {
  const message = (headers: Given, body: string | Buffer = BODY) =>
    verifyCallback(body, headers, SECRET, { nowMs: NOW_MS }).then(
      () => "genuine",
      (error: PaymentsError) => error.message,
    );
  const UNMATCHED = "No signature matches. Check the endpoint's secret, and pass the raw bytes of the body.";

  it("a rejection names the time where it is off, and the secret or the bytes where it is not", async () => {
    const late = "The signature has no timestamp, or one that is more than 300 s off.";
    expect(await message(svc([SECRET], SECONDS - 301))).toBe(late);
    expect(await message({ "Svc-Signature": `v1=${hex}` })).toBe(late);
    expect(await message(svc([OTHER]))).toBe(UNMATCHED);
    expect(await message({})).toBe(UNMATCHED);
    expect(await message({ ...svc([OTHER]), ...standard([SECRET], 1) })).toBe(UNMATCHED);
    for (const missing of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const rest = Object.entries(standard([SECRET])).filter(([name]) => name.toLowerCase() !== missing);
      expect(await message(Object.fromEntries(rest))).toBe(UNMATCHED);
    }
  });

  it("a genuine body that is no event is told as one, not to be sent again", async () => {
    const headers = { "Svc-Signature": signatureHeader(Buffer.from("7"), [SECRET], SECONDS) };
    expect(await message(headers, "7")).toBe("The callback's body is not an event.");
    await expect(verifyCallback("7", headers, SECRET, { nowMs: NOW_MS })).rejects.toMatchObject({
      retryable: false,
    });
  });

  it("a secret that was forgotten is named as what is missing", async () => {
    for (const secret of ["", [], undefined, null, [""], ["", SECRET], [SECRET, 7]])
      await expect(verifyCallback(BODY, svc([SECRET]), secret as string, { nowMs: NOW_MS })).rejects.toThrow(
        "verifyCallback needs the endpoint's signing secret (whsec_…).",
      );
  });
});

it.each([
  [5, "payment_intent.succeeded"],
  [999_999_999_999, "payment_intent.succeeded"],
  [1_000_000_000_000, "invalid_signature"],
])("a signature's time has one digit to twelve: %i is %s", async (seconds, expected) => {
  expect(await verdict(svc([SECRET], seconds), SECRET, seconds * 1000)).toBe(expected);
});

it.each([16, 17, 24, 32])("a secret of %i bytes is read as the official library reads it", async (bytes) => {
  const secret = `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
  const signature = new Webhook(secret).sign("evt_1", new Date(NOW_MS), BODY.toString("utf8"));
  const headers = { ...standard([SECRET]), "webhook-signature": signature };
  expect(await verdict(headers, secret)).toBe("payment_intent.succeeded");
});

it.each([
  ["svc-signature", 8, "payment_intent.succeeded"],
  ["svc-signature", 9, "invalid_signature"],
  ["webhook-signature", 8, "payment_intent.succeeded"],
  ["webhook-signature", 9, "invalid_signature"],
])("eight signatures of %s are looked at: the one at place %i is %s", async (name, place, expected) => {
  const ours = new Headers({ ...svc([SECRET]), ...standard([SECRET]) }).get(name) ?? "";
  const others = (one: string, separator: string) =>
    Array(place - 1)
      .fill(one)
      .join(separator);
  const headers =
    name === "svc-signature"
      ? { [name]: ours.replace(",v1=", `,${others(`v1=${hex}`, ",")},v1=`) }
      : { ...standard([SECRET]), [name]: `${others(`v1,${base64}`, " ")} ${ours}` };
  expect(await verdict(headers)).toBe(expected);
});

describe("is told apart", () => {
  const read = async (type: string, object = {}) => {
    const { rawBody, headers } = await createTestCallback(type, SECRET, { object });
    return verifyCallback(rawBody, headers, SECRET);
  };

  it.each([...EVENT_NAMES, TEST_EVENT_TYPE])("%s", async (type) => {
    expect(await read(type)).toMatchObject({ type, eventId: "evt_test", attempt: 1, event: { type } });
  });

  it.each(["invoice.paid", "constructor", "__proto__", "unknown"])("%s, which is unknown", async (type) => {
    expect(await read(type)).toMatchObject({ type: "unknown", event: { type } });
  });

  it("with the payment that it is about", async () => {
    expect(await read("charge.refunded")).toMatchObject({ paymentId: `svcpay_${"0".repeat(32)}` });
    expect((await read("account.updated")).paymentId).toBeUndefined();
  });

  it("by the compiler", () => {
    const amount = (callback: Callback) => {
      if (callback.type === "unknown") expectTypeOf(callback.event.type).toEqualTypeOf<string>();
      return callback.type === "payment_intent.succeeded" ? callback.event.data.object.amount_received : 0;
    };
    expectTypeOf(amount).returns.toEqualTypeOf<number>();
  });

  it("a callback in the service payload is told by that payload's own types", async () => {
    const read = async (type: string) => {
      const { rawBody, headers } = await createTestCallback(type, SECRET, { payload: "service", attempt: 2 });
      return verifyCallback(rawBody, headers, SECRET);
    };
    expect(await read("payment.refunded")).toMatchObject({
      payload: "service",
      type: "payment.refunded",
      attempt: 2,
    });
    expect(await read("charge.refunded")).toMatchObject({ payload: "service", type: "unknown" });
  });

  it("a callback is read without the number of an attempt that no header tells", async () => {
    const callback = await verifyCallback(BODY, svc([SECRET]), SECRET, { nowMs: NOW_MS });
    expect(callback).toMatchObject({ attempt: undefined, payload: "processor" });
  });

  it.each(["null", "[]", "7", "{", '{"id":1,"type":"x"}', '{"id":"evt_1","type":1}', '{"id":"evt_1"}'])(
    "from %s, which is no event",
    async (text) => {
      const headers = { "Svc-Signature": signatureHeader(Buffer.from(text), [SECRET], SECONDS) };
      await expect(verifyCallback(text, headers, SECRET, { nowMs: NOW_MS })).rejects.toMatchObject({
        code: "unreadable",
      });
    },
  );
});

it("a test callback is one to the official library too", async () => {
  const { rawBody, headers } = await createTestCallback("charge.refunded", SECRET, { object: { amount: 5 } });
  const lowerCase = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v]));
  expect(new Webhook(SECRET).verify(rawBody, lowerCase)).toMatchObject({ data: { object: { amount: 5 } } });
});
