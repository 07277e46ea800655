import { describe, expect, it } from "vitest";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { ledgerWrite } from "../../support/wire-calls.ts";

const PATH = "/v1/callback-endpoints";
const UNKNOWN = "ep_0123456789abcdef";

const service = useService({ muted: true });
const shop = useShop(service);

const writes = () => service.dynamodb.passed.filter(ledgerWrite).length;

const create = (url: string) => shop.api.call("POST", PATH, { url });

it("a list of events takes no endpoint's id of another form", async () => {
  for (const query of ["endpointId=all", "endpointId=ep_"])
    expectWrongField(await shop.api.call("GET", `/v1/events?${query}`), "/endpointId");
});

describe("a creation is rejected, and nothing changes", () => {
  it("an event by the service payload's name is answered with the name to choose", async () => {
    const body = { url: "https://shop.example/", payload: "service", events: ["payment.fraud_warning"] };
    const reply = await shop.api.call("POST", PATH, body);
    expectWrongField(reply, "/events/0");
    expect(reply.json.errors).toMatchObject([
      {
        detail:
          "events[0] must be radar.early_fraud_warning.created, which the service payload calls payment.fraud_warning.",
      },
    ]);
    const unknown = await shop.api.call("POST", PATH, { ...body, events: ["no.such"] });
    expect(unknown.text).toContain("must be one of: payment_intent.succeeded, ");
  });

  it("no two endpoints have the same URL, also not by a change", async () => {
    expectWrongField(await create(shop.receiver.url), "/url");
    const { json } = await create("https://shop.example/2");
    // Another spelling is no other server.
    for (const spelling of [
      "https://SHOP.example/2",
      "https://shop.example:443/2",
      "https://shop.example/./2",
    ])
      expectWrongField(await create(spelling), "/url");
    expectWrongField(await shop.api.call("PUT", `${PATH}/${json.id}`, { url: shop.receiver.url }), "/url");
    expectWrongField(await shop.api.setEndpoint({ url: "https://shop.example/2" }), "/url");
    const { status } = await shop.api.setEndpoint({ url: shop.receiver.url });
    expect(status).toBe(200);
    const same = await shop.api.call("PUT", `${PATH}/${json.id}`, { url: "https://shop.example/2" });
    expect(same.status).toBe(200);
  });
});

describe("an endpoint that is unknown, or another merchant's, is not found", () => {
  it.each([
    ["GET", "", undefined],
    ["PUT", "", { events: null }],
    ["GET", "/health", undefined],
    ["POST", "/delete", {}],
    ["POST", "/disable", {}],
    ["POST", "/enable", {}],
    ["POST", "/rotate-secret", {}],
    ["POST", "/test", {}],
    ["POST", "/diagnose", { rawBody: "{}", signatureHeader: "t=1,v1=0" }],
  ] as const)("%s %s", async (method, action, body) => {
    const { json } = await create("https://shop.example/2");
    const stranger = await service.otherMerchant();
    service.dynamodb.clear();
    const unknown = await stranger.call(method, `${PATH}/${UNKNOWN}${action}`, body);
    const foreign = await stranger.call(method, `${PATH}/${json.id}${action}`, body);
    expectProblem(unknown, 404, "Not found");
    expect(foreign.json).toEqual({
      ...unknown.json,
      instance: foreign.json.instance,
      traceId: foreign.json.traceId,
    });
    expectProblem(await stranger.call(method, `${PATH}/nothing${action}`, body), 404, "Not found");
    expect(writes()).toBe(0);
  });
});
