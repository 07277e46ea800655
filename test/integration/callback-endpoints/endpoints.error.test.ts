import { beforeEach, describe, expect, it } from "vitest";
import { eventKey } from "../../../shared/ledger/table.ts";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { changeItem } from "../../support/ledger-edits.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { callbackEndpointsSave, ledgerWrite } from "../../support/wire-calls.ts";

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

  it("two at once, where only one more fits, make one", async () => {
    for (const nth of [2, 3, 4]) await create(`https://shop.example/${nth}`);
    const replies = await Promise.all([create("https://shop.example/a"), create("https://shop.example/b")]);
    expect(replies.map(({ status }) => status)).toContain(201);
    expect(((await shop.api.call("GET", PATH)).json as unknown as unknown[]).length).toBe(5);
  });

  describe("no two endpoints have the same URL, also not by two requests at once:", () => {
    const SAME = "https://shop.example/same";
    const change = (path: string) => shop.api.call("PUT", path, { url: SAME });
    const changeFirst = () => change(`${PATH}/${shop.endpointId}`);
    const createNext = () => create(SAME);
    let second = "";
    const changeSecond = () => change(`${PATH}/${second}`);
    beforeEach(async () => {
      second = String((await create("https://shop.example/2")).json.id);
      service.clearWires();
    });

    it.each([
      ["one is changed while another is created", changeFirst, createNext],
      ["one is changed while another is", changeFirst, changeSecond],
      ["one is created while another is changed", createNext, changeFirst],
    ])("%s", async (_, slow, fast) => {
      service.dynamodb.inject(callbackEndpointsSave, { kind: "hold_request" });
      const late = slow();
      await service.dynamodb.untilHeld();
      expect([200, 201]).toContain((await fast()).status);
      service.dynamodb.release();
      expectProblem(await late, 503, "Service unavailable");
      expectWrongField(await slow(), "/url");
      const urls = ((await shop.api.call("GET", PATH)).json as unknown as { url: string }[]).map(
        ({ url }) => url,
      );
      expect(new Set(urls).size).toBe(urls.length);
    });
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

  it("for a redelivery and a recovery", async () => {
    const { json } = await shop.api.onEndpoint("test");
    const event = `/v1/events/${json.eventId}`;
    expectProblem(
      await shop.api.call("POST", `${event}/redeliver`, { endpointId: UNKNOWN }),
      404,
      "Not found",
    );
    expectProblem(
      await shop.api.call("POST", "/v1/events/recover", { endpointId: UNKNOWN }),
      404,
      "Not found",
    );
    expectWrongField(
      await shop.api.call("POST", "/v1/events/recover", { endpointId: "mine" }),
      "/endpointId",
    );
  });
});

it("an event is sent to at most twenty endpoints, counting those that were deleted", async () => {
  const { json } = await shop.api.onEndpoint("test");
  const event = await service.eventItem(json.eventId);
  const endpoints = Array.from({ length: 20 }, (_, nth) => `ep_${String(nth).padStart(16, "0")}`);
  const ledger = { table: service.table, tableName: service.stack.tableName };
  await changeItem(ledger, eventKey(String(event.eventId)), { endpoints });
  const { json: made } = await create("https://shop.example/2");
  const body = { endpointId: made.id, force: true };
  const reply = await shop.api.call("POST", `/v1/events/${json.eventId}/redeliver`, body);
  expectProblem(reply, 400, "Invalid request");
  expect(reply.json.detail).toContain("20 endpoints already");
  expect((await service.eventItem(json.eventId)).endpoints).toEqual(endpoints);
});
