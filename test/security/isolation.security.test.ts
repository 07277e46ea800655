import { beforeEach, describe, expect, it } from "vitest";
import type { MerchantApi } from "../support/api.ts";
import { newEventId, putEvents } from "../support/events.ts";
import { merchantIdOf } from "../support/onboarding.ts";
import { aReader, createInPerson, createLocation, newInPerson, READER_CODE } from "../support/terminal.ts";
import { useService } from "../support/use-service.ts";

/** Whatever is asked about what is another merchant's, the answer has the bytes of one about what there is not. */
const service = useService({ muted: true });
let victim: MerchantApi;
let stranger: MerchantApi;
beforeEach(async () => {
  [victim, stranger] = [await service.otherMerchant(), await service.otherMerchant()];
});

async function made(path: string, body: object, id = "id"): Promise<string> {
  const { status, json } = await victim.call("POST", path, body, { key: newEventId() });
  expect(status).toBe(201);
  return String(json[id]);
}

const anEvent = async (given: object = {}) => {
  const eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: merchantIdOf(victim), delivery: "dead", ...given }]);
  return eventId;
};

const UNKNOWN_PAYMENT = `svcpay_${"f".repeat(32)}`;

type Subject = { make: () => Promise<string>; unknown: string; asked: [string, string, object?][] };

/** ID stands for the victim's, in the path or in the body, READER and PAYMENT for the stranger's own. */
const SUBJECTS: Record<string, Subject> = {
  payment: {
    make: () => createInPerson(victim),
    unknown: UNKNOWN_PAYMENT,
    asked: [
      ["GET", "/v1/payments/ID"],
      ["GET", "/v1/payments/ID/timeline"],
      ["GET", "/v1/payments?startingAfter=ID"],
      ["POST", "/v1/payments/ID/capture"],
      ["POST", "/v1/payments/ID/refund"],
      ["POST", "/v1/payments/ID/charge", { paymentMethodId: "pm_card_visa" }],
      ["POST", "/v1/terminal/readers/READER/process", { svcPaymentId: "ID" }],
    ],
  },
  "payment with events": {
    make: async () => {
      const svcPaymentId = await createInPerson(victim);
      for (let nth = 0; nth < 5; nth++) await anEvent({ svcPaymentId });
      return svcPaymentId;
    },
    unknown: UNKNOWN_PAYMENT,
    asked: [["GET", "/v1/events?limit=2&svcPaymentId=ID"]],
  },
  event: {
    make: anEvent,
    unknown: `evt_${"f".repeat(32)}`,
    asked: [
      ["GET", "/v1/events/ID"],
      ["GET", "/v1/events?startingAfter=ID"],
      ["POST", "/v1/events/ID/redeliver"],
    ],
  },
  "callback endpoint": {
    make: () => made("/v1/callback-endpoints", { url: `https://${newEventId().slice(-9)}.example/` }),
    unknown: "ep_0123456789abcdef",
    asked: [
      ["GET", "/v1/callback-endpoints/ID"],
      ["PUT", "/v1/callback-endpoints/ID", { events: null }],
      ["GET", "/v1/callback-endpoints/ID/health"],
      ["POST", "/v1/callback-endpoints/ID/delete", {}],
      ["POST", "/v1/callback-endpoints/ID/disable", {}],
      ["POST", "/v1/callback-endpoints/ID/enable", {}],
      ["POST", "/v1/callback-endpoints/ID/rotate-secret", {}],
      ["POST", "/v1/callback-endpoints/ID/test", {}],
      ["POST", "/v1/callback-endpoints/ID/diagnose", { rawBody: "{}", signatureHeader: "t=1,v1=0" }],
      ["POST", "/v1/events/recover", { endpointId: "ID" }],
    ],
  },
  customer: {
    make: () => made("/v1/customers", {}, "customerId"),
    unknown: "cus_none",
    asked: [
      ["DELETE", "/v1/customers/ID"],
      ["POST", "/v1/customers/ID/setup", {}],
      ["GET", "/v1/customers/ID/payment-methods"],
      ["DELETE", "/v1/customers/ID/payment-methods/pm_1"],
    ],
  },
  reader: {
    make: () => aReader(victim),
    unknown: "tmr_nobody",
    asked: [
      ["GET", "/v1/terminal/readers/ID"],
      ["GET", "/v1/terminal/readers?startingAfter=ID"],
      ["POST", "/v1/terminal/readers/ID/cancel"],
      ["POST", "/v1/terminal/readers/ID/process", { svcPaymentId: "PAYMENT" }],
    ],
  },
  location: {
    make: async () => String((await createLocation(victim)).json.id),
    unknown: "tml_nowhere",
    asked: [
      ["GET", "/v1/terminal/locations?startingAfter=ID"],
      ["POST", "/v1/terminal/readers", { registrationCode: READER_CODE, locationId: "ID" }],
    ],
  },
  website: {
    make: () => made("/v1/wallet-domains", { domainName: `${newEventId().slice(-9)}.example` }),
    unknown: "pmd_none",
    asked: [["POST", "/v1/wallet-domains/ID/validate", {}]],
  },
  session: {
    make: () => made("/v1/console-sessions", {}, "sessionId"),
    unknown: `ses_${"A".repeat(36)}`,
    asked: [["POST", "/v1/console-sessions/ID/end"]],
  },
};

const itemsOfVictim = async () =>
  (await service.items()).filter((item) => item.merchantId === merchantIdOf(victim));

describe.each(Object.entries(SUBJECTS))("another merchant's %s", (_, { make, unknown, asked }) => {
  it.each(asked)("another merchant's looks like an unknown one: %s %s", async (method, path, body) => {
    const [id, before] = [await make(), await itemsOfVictim()];
    const own = [
      ["READER", await aReader(stranger)] as const,
      ["PAYMENT", await createInPerson(stranger)] as const,
    ];
    const named = (text: string, one: string) =>
      [...own, ["ID", one] as const].reduce((left, [name, given]) => left.replace(name, given), text);
    const ask = (one: string) =>
      stranger.call(method, named(path, one), body && JSON.parse(named(JSON.stringify(body), one)), {
        key: newEventId(),
        headers: { "X-Correlation-Id": "same" },
      });
    const [foreign, missing] = [await ask(id), await ask(unknown)];
    if (path.includes("svcPaymentId=")) expect(foreign.text).toBe("[]");
    else expect(foreign.status).toBe(path.includes("?") || path.endsWith("/readers") ? 400 : 404);
    expect(foreign.text.replaceAll(id, unknown)).toBe(missing.text);
    expect(foreign.headers.get("link")).toBeNull();
    expect(await itemsOfVictim()).toEqual(expect.arrayContaining(before));
  });
});

it.each([
  ["/v1/events", anEvent],
  ["/v1/payments", () => createInPerson(victim)],
  ["/v1/payments?orderRef=shared", () => newInPerson(victim, { orderRef: "shared" })],
  ["/v1/callback-endpoints", SUBJECTS["callback endpoint"]?.make],
  ["/v1/terminal/locations", SUBJECTS.location?.make],
  ["/v1/terminal/readers", SUBJECTS.reader?.make],
  ["/v1/wallet-domains", SUBJECTS.website?.make],
  ["/v1/console-sessions", SUBJECTS.session?.make],
])("nobody sees in the list %s what is another merchant's", async (path, make) => {
  const other = await service.otherMerchant();
  await make?.();
  expect((await victim.call("GET", path)).json.length).toBeGreaterThan(0);
  expect((await other.call("GET", path)).json).toEqual([]);
});
