import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ADDRESS, createLocation, READER_CODE, registerReader } from "../../support/terminal.ts";
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

describe("30: under a caller's key the processor repeats a saved 500 for a day, and", () => {
  /** The next calls to a path of the processor's answer 500, and it remembers that under their keys. */
  const failNext = (kind: "error" | "error_applied", path: string, times: number) =>
    fetch(`${service.stack.processorUrl}/_simulator/faults`, {
      method: "POST",
      body: JSON.stringify({ method: "POST", path, kind, times }),
    });
  const location = (key: string, displayName: string) =>
    service.api.call("POST", "/v1/terminal/locations", { ...ADDRESS, displayName }, { key });
  const named = async (name: string) => {
    const { data } = await service.stripe.terminal.locations.list({ limit: 100 }, inAccount());
    return data.filter(({ display_name }) => display_name === name).map(({ id }) => id);
  };

  it("nothing was made: a location is made under a new key, once, and a repeat is answered alike", async () => {
    const [key, name] = [randomUUID(), randomUUID()];
    await failNext("error", "/v1/terminal/locations", 1);
    const first = await location(key, name);
    expect(first.status).toBe(201);
    expect((await location(key, name)).json).toEqual(first.json);
    expect(await named(name)).toEqual([first.json.id]);
  });
});
