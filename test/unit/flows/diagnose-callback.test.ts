import { beforeEach, expect, it } from "vitest";
import { signatureHeader } from "../../../shared/domain/access/signing-secret.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { eventKey, pack } from "../../../shared/ledger/table.ts";
import { FakeWorld, sealed } from "../../support/fake-world.ts";

/* What the signature doctor compares a pasted body with: the bytes that were sent, where they are this merchant's. */
const world = new FakeWorld().enter();
const { diagnoseCallback } = await import("../../../shared/flows/callbacks/diagnose-callback.ts");

/** Another order of members than what was sent: the bytes cannot be guessed from it. */
const PASTED = '{"b":1,"id":"evt_1"}';
const SENT = '{ "id":"evt_1" ,"b":1 }';
const seconds = () => Math.floor(world.now / 1000);
const secret = (plain: string, endsAt: number | null) => ({
  box: sealed(plain, "mer_1"),
  createdAt: 0,
  endsAt,
});
const MERCHANT = {
  merchantId: "mer_1",
  callbackEndpoints: {
    version: 1,
    list: [{ endpointId: "ep_1", secrets: [secret("whsec_now", null), secret("whsec_ended", 1)] }],
  },
} as unknown as Merchant;

const verdictOn = async (rawBody: string, { signed = SENT, by = "whsec_now" } = {}) => {
  const header = signatureHeader(Buffer.from(signed), [by], seconds());
  const seen = { rawBody, signatureHeader: header };
  return (await diagnoseCallback(MERCHANT, "ep_1", seen, { at: world.now, signatureSeconds: seconds() }))
    .verdict;
};
const record = (merchantId: string) => {
  world.putEvent({ eventId: "evt_1", merchantId }, { delivery: "delivered", receivedAt: world.now });
  world.table.put({ ...eventKey("evt_1"), ...world.eventOf("evt_1"), body: pack(SENT) }, {});
};

beforeEach(() => world.table.expire(eventKey("evt_1")));

it("a body that was written anew is recognized by the bytes that were sent under its id", async () => {
  record("mer_1");
  expect(await verdictOn(PASTED)).toBe("body_reserialized");
  expect(await verdictOn(SENT)).toBe("valid");
});

it("another merchant's event is as good as none, and a body that names none is judged by itself", async () => {
  record("mer_2");
  expect(await verdictOn(PASTED)).toBe("wrong_secret");
  record("mer_1");
  expect(await verdictOn('{"b":1}')).toBe("wrong_secret");
});

it("a body of the service payload is judged by itself, because what was sent is stored nowhere", async () => {
  record("mer_1");
  expect(await verdictOn('{"payload":"service","id":"evt_1"}')).toBe("wrong_secret");
});

it("a secret that has ended is told from one that was never ours", async () => {
  expect(await verdictOn(SENT, { by: "whsec_ended" })).toBe("old_secret");
  expect(await verdictOn(SENT, { by: "whsec_else" })).toBe("wrong_secret");
});
