import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { almost, anyCharacter } from "../support/any-character.ts";
import type { MerchantApi } from "../support/api.ts";
import {
  ADDRESS,
  aReader,
  createInPerson,
  createLocation,
  getReader,
  processAt,
  READER_CODE,
  registerReader,
} from "../support/terminal.ts";
import { useService } from "../support/use-service.ts";

const service = useService({ muted: true });

/** Only the trace differs between two requests; here they bring the same. */
const SAME_TRACE = { headers: { "X-Correlation-Id": "same" } };

describe("isolation", () => {
  it("another merchant's location is as good as unknown, and gets no reader", async () => {
    const stranger = await service.otherMerchant();
    const { json: mine } = await createLocation(service.api);
    const register = (locationId: unknown) => {
      const body = { registrationCode: READER_CODE, locationId };
      return stranger.call("POST", "/v1/terminal/readers", body, SAME_TRACE);
    };
    const [foreign, unknown] = [await register(mine.id), await register("tml_nowhere")];
    expect(foreign.status).toBe(400);
    expect(foreign.text).toBe(unknown.text);
    expect((await stranger.call("GET", "/v1/terminal/readers")).json).toEqual([]);
  });

  it("another merchant's reader and payment are as good as unknown, and stay as they are", async () => {
    const stranger = await service.otherMerchant();
    const [mine, theirs] = [await aReader(service.api), await aReader(stranger)];
    const [payment, other] = [await createInPerson(service.api), await createInPerson(stranger)];
    await processAt(service.api, mine, { svcPaymentId: payment });
    const rejections = [
      await processAt(stranger, mine, { svcPaymentId: other }),
      await processAt(stranger, theirs, { svcPaymentId: payment }),
      await getReader(stranger, mine),
      await stranger.call("POST", `/v1/terminal/readers/${mine}/cancel`),
    ];
    expect(rejections.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const foreign = await stranger.call("GET", `/v1/terminal/readers/${mine}`, undefined, SAME_TRACE);
    const unknown = await stranger.call("GET", "/v1/terminal/readers/tmr_nobody", undefined, SAME_TRACE);
    expect(foreign.text.replace(mine, "tmr_nobody")).toBe(unknown.text);
    expect((await getReader(service.api, mine)).json.action).toMatchObject({ svcPaymentId: payment });
    expect((await getReader(stranger, theirs)).json.action).toBeNull();
  });

  it.each([
    ["locations", "tml_nowhere"],
    ["readers", "tmr_nobody"],
  ])("another merchant's startingAfter in %s is as good as unknown", async (list, nowhere) => {
    const stranger = await service.otherMerchant();
    await aReader(service.api);
    const mine = await service.api.call("GET", `/v1/terminal/${list}?limit=1`);
    const [{ id }] = mine.json as unknown as [{ id: string }];
    const listAfter = (cursor: string) =>
      stranger.call("GET", `/v1/terminal/${list}?startingAfter=${cursor}`, undefined, SAME_TRACE);
    const [foreign, unknown] = [await listAfter(id), await listAfter(nowhere)];
    expect(foreign.status).toBe(400);
    expect(foreign.text).toBe(unknown.text);
  });

  it("nobody sees another merchant's locations and readers", async () => {
    const [one, other] = [await service.otherMerchant(), await service.otherMerchant()];
    await aReader(one);
    for (const list of ["locations", "readers"]) {
      expect((await one.call("GET", `/v1/terminal/${list}`)).json).toHaveLength(1);
      expect((await other.call("GET", `/v1/terminal/${list}`)).json).toEqual([]);
    }
  });

  it("an account is made for, refreshed for and linked for the key's own merchant only", async () => {
    const [one, other] = [await service.otherMerchant("none"), await service.otherMerchant("none")];
    const account = (api: MerchantApi) => api.call("POST", "/v1/onboarding/account");
    const [first, second] = [await account(one), await account(other)];
    expect(first.json.processorAccountId).not.toBe(second.json.processorAccountId);
    service.processor.clear();
    await one.call("POST", "/v1/onboarding/refresh");
    expect(service.processor.passed.map(({ path }) => path)).toEqual([
      `/v1/accounts/${first.json.processorAccountId}`,
    ]);
    expect((await other.call("GET", "/v1/onboarding/status")).text).toBe(second.text);
  });
});

describe("secrets", () => {
  it("a connection token's secret is kept nowhere", async () => {
    const { secret } = (await service.api.call("POST", "/v1/terminal/connection-token")).json;
    expect(JSON.stringify(await service.items())).not.toContain(String(secret));
  });

  it("an email address lies only in the claim that needs it, and in no answer", async () => {
    const api = await service.otherMerchant("none");
    const email = `${randomUUID()}@shop.example`;
    const replies = [
      await api.call("POST", "/v1/onboarding/account", { email }),
      await api.call("GET", "/v1/onboarding/status"),
      await api.call("POST", "/v1/onboarding/refresh"),
    ];
    for (const { text } of replies) expect(text).not.toContain(email);
    const holding = (await service.items()).filter((item) => JSON.stringify(item).includes(email));
    expect(holding.map(({ sk }) => sk)).toEqual(["OPERATION#create-account"]);
  });

  it("no answer carries a secret of ours, nor the processor's words", async () => {
    const urls = { returnUrl: "https://shop.example", refreshUrl: "https://shop.example" };
    const replies = [
      await service.api.call("POST", "/v1/onboarding/account"),
      await service.api.call("POST", "/v1/onboarding/link", urls),
      await service.api.call("POST", "/v1/terminal/connection-token"),
      await registerReader(service.api, { locationId: "tml_nowhere" }),
    ];
    for (const { text } of replies) expect(text).not.toMatch(/sk_(test|live)_|rk_|whsec_|No such/);
  });
});

describe("hostile input", () => {
  it.each([
    ["/v1/terminal/locations", { ...ADDRESS, line2: "2nd floor", country: "US" }],
    ["/v1/terminal/readers", { registrationCode: READER_CODE, locationId: "tml_1", label: "Till" }],
    ["/v1/onboarding/account", { email: "owner@shop.example", country: "US" }],
    ["/v1/onboarding/link", { returnUrl: "https://shop.example", refreshUrl: "https://shop.example" }],
  ])("%s never answers a 5xx", async (path, body) => {
    const api = await service.otherMerchant();
    await fc.assert(
      fc.asyncProperty(almost(body), async (sent) => {
        expect((await api.call("POST", path, sent)).status).toBeLessThan(500);
      }),
      { numRuns: 30 },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (rawBody) => {
        expect((await api.call("POST", path, undefined, { rawBody })).status).toBeLessThan(500);
      }),
      { numRuns: 20 },
    );
  });

  it("a query never answers a 5xx, and never reaches a header", async () => {
    const name = fc.oneof(fc.constantFrom("limit", "startingAfter"), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.string({ unit: anyCharacter })), async (query) => {
        const sent = new URLSearchParams(query);
        const reply = await service.api.call("GET", `/v1/terminal/locations?${sent}`);
        expect(reply.status).toBeLessThan(500);
      }),
      { numRuns: 30 },
    );
  });
});
