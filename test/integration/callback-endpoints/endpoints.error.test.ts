import { describe, expect, it } from "vitest";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { callbackEndpointsSave } from "../../support/wire-calls.ts";

const PATH = "/v1/callback-endpoints";

const service = useService({ muted: true });
const shop = useShop(service);

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

  it("no two endpoints get the same URL by two requests at once", async () => {
    const SAME = "https://shop.example/same";
    const change = () => shop.api.call("PUT", `${PATH}/${shop.endpointId}`, { url: SAME });
    service.dynamodb.inject(callbackEndpointsSave, { kind: "hold_request" });
    const late = change();
    await service.dynamodb.untilHeld();
    expect((await create(SAME)).status).toBe(201);
    service.dynamodb.release();
    expectProblem(await late, 503, "Service unavailable");
    expectWrongField(await change(), "/url");
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
