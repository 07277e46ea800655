import { describe, expect, it } from "vitest";
import { expectWrongField } from "../../support/expect-problem.ts";
import { useService, useShop } from "../../support/use-service.ts";

const PATH = "/v1/callback-endpoints";

const service = useService({ muted: true });
const shop = useShop(service);

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
});
