import { expect, it, vi } from "vitest";
import { SESSION_PLACES } from "../../../shared/domain/access/console-session.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { FakeWorld } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
let tries = 0;
let isTaken = (_try: number): boolean => true;
vi.doMock("../../../shared/ledger/console-sessions.ts", () => ({
  listConsoleSessions: async () => [],
  createConsoleSession: async () => !isTaken(++tries),
}));
const { createSession } = await import("../../../shared/flows/console/create-session.ts");

const offer = () =>
  createSession(
    { merchantId: "mer_1" } as Merchant,
    { access: "read", maker: { kind: "operator", name: "olivia", reason: "asked to" } },
    { at: world.now, actor: "olivia", random: (size) => new Uint8Array(size) },
  );

it("a session whose place another takes each time is rejected after as many rounds as there are places, and one more", async () => {
  tries = 0;
  isTaken = () => true;
  await expect(offer()).rejects.toMatchObject({
    code: "service_unavailable",
    extras: { retryAfterSeconds: 1 },
  });
  expect(tries).toBe(SESSION_PLACES + 1);
});

it("a session whose place another has taken gets the next one", async () => {
  tries = 0;
  isTaken = (one) => one < 3;
  expect((await offer()).session).toMatchObject({ merchantId: "mer_1" });
  expect(tries).toBe(3);
});
