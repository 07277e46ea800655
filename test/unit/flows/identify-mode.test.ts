import { expect, it, vi } from "vitest";
import { FakeWorld } from "../../support/fake-world.ts";

/** The mode of an event and that of the ledger must agree, in both directions. */
const world = new FakeWorld();
world.enter();
let isLive = false;
let owner: object = { kind: "unknown" };
vi.doMock("../../../shared/processor/client.ts", () => ({ isLiveMode: async () => isLive }));
vi.doMock("../../../shared/flows/events/identify-merchant.ts", () => ({
  identifyMerchant: async () => owner,
}));
const { identifyEvent } = await import("../../../shared/flows/events/identify-event.ts");

const eventOf = (livemode: boolean) =>
  Buffer.from(
    JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "payment_intent.succeeded",
      created: 1,
      livemode,
      account: "acct_1",
      data: { object: { object: "payment_intent", id: "pi_1" } },
    }),
  );
const identify = async (livemode: boolean) =>
  identifyEvent({ rawBody: eventOf(livemode), source: "webhook", at: world.now });

it.each([
  ["a test event never touches a live ledger", true, false, "mode"],
  ["a live event never touches a test ledger", false, true, "mode"],
  ["a live event is looked at by a live ledger", true, true, "account"],
  ["a test event is looked at by a test ledger", false, false, "account"],
] as const)("%s", async (_, ledgerIsLive, eventIsLive, because) => {
  isLive = ledgerIsLive;
  expect(await identify(eventIsLive)).toEqual({ kind: "not_for_us", because });
});

it("an erased merchant's event is not taken, but one that was recorded before is still finished", async () => {
  isLive = false;
  owner = { kind: "merchant", merchant: { merchantId: "mer_1", account: null, erasedAt: 1 } };
  expect(await identify(false)).toEqual({ kind: "not_for_us", because: "erased" });
  const recorded = { rawBody: eventOf(false), source: "webhook", at: world.now, isRecorded: true } as const;
  expect(await identifyEvent(recorded)).toMatchObject({ kind: "identified" });
});
