import { expect, it } from "vitest";
import { createLocation, READER_CODE, registerReader } from "../../support/terminal.ts";
import { useService } from "../../support/use-service.ts";
import { locationCreation, readerRegistration } from "../../support/wire-calls.ts";

/** Scenario 28 at the till: the SDK repeats a request whose socket closed, and must not make a second thing. */
const service = useService({ muted: true });

const inAccount = () => ({ stripeAccount: service.accountId });

it("a location whose reply was lost is made once", async () => {
  service.processor.inject(locationCreation, { kind: "drop_reply" });
  const made = await createLocation(service.api, { displayName: "Once" });
  expect(made.status).toBe(201);
  const { data } = await service.stripe.terminal.locations.list({ limit: 100 }, inAccount());
  const once = data.filter(({ display_name }) => display_name === "Once");
  expect(once.map(({ id }) => id)).toEqual([made.json.id]);
});

it("a reader whose reply was lost is registered once", async () => {
  const { json: location } = await createLocation(service.api);
  service.processor.inject(readerRegistration, { kind: "drop_reply" });
  const body = { registrationCode: READER_CODE, locationId: location.id, label: "Once" };
  const registered = await registerReader(service.api, body);
  expect(registered.status).toBe(201);
  const { data } = await service.stripe.terminal.readers.list({ limit: 100 }, inAccount());
  const once = data.filter(({ label }) => label === "Once");
  expect(once.map(({ id }) => id)).toEqual([registered.json.id]);
});
