import { beforeEach, expect, it } from "vitest";
import { parseApiKey } from "../../../shared/domain/access/api-key.ts";
import { listAudit } from "../../../shared/ledger/audit.ts";
import type { MerchantApi } from "../../support/api.ts";
import { ConsoleTab, exchange, offer } from "../../support/console.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService } from "../../support/use-service.ts";
import { sessionEnd, sessionEntry } from "../../support/wire-calls.ts";

/** Codes that come twice, late or at once, replies that are lost, keys that end: who is in afterwards? */
const service = useService({ muted: true });

let api: MerchantApi;
beforeEach(async () => {
  api = await service.otherMerchant();
});

const keyIdOf = ({ apiKey }: MerchantApi) => parseApiKey(apiKey)?.keyId ?? "";

const isIn = async (tab: ConsoleTab) => (await tab.call("GET", "/v1/session")).status === 200;
const audited = async (action: string) =>
  (await listAudit(merchantIdOf(api))).filter((entry) => entry.action === action);

type Listed = { sessionId: string; state: string };
const states = async () =>
  ((await api.call("GET", "/v1/console-sessions")).json as unknown as Listed[]).map(({ state }) => state);

/** Enters, and answers the tab with it, or the status of the rejection. */
async function enter(code: string): Promise<{ status: number; tab: ConsoleTab }> {
  const { reply, ...entered } = await exchange(api.baseUrl, code);
  return { status: reply.status, tab: new ConsoleTab(api.baseUrl, entered) };
}

it("a code that is used a second time ends the session that it made, and is audited", async () => {
  const code = await offer(api);
  const { tab } = await enter(code);
  expect(await isIn(tab)).toBe(true);
  expect((await enter(code)).status).toBe(401);
  expect(await isIn(tab)).toBe(false);
  expect(await states()).toEqual(["ended"]);
  expect(await audited("reuse-console-code")).toMatchObject([
    { actor: tab.sessionId, maker: keyIdOf(api), subject: tab.sessionId },
  ]);
  expect((await enter(code)).status).toBe(401);
  expect(await audited("reuse-console-code")).toHaveLength(1);
});

it("an exchange whose write never arrived can be made again with the same code", async () => {
  const code = await offer(api);
  service.dynamodb.inject(sessionEntry, { kind: "drop_request" }, AWS_TRIES);
  expect((await enter(code)).status).toBe(503);
  expect((await enter(code)).status).toBe(200);
});

it("a session whose end was written but not confirmed has ended, once", async () => {
  const { tab } = await enter(await offer(api));
  service.dynamodb.inject(sessionEnd, { kind: "drop_reply" });
  expect((await tab.call("POST", "/v1/session/end")).status).toBe(200);
  expect(await isIn(tab)).toBe(false);
  expect(await states()).toEqual(["ended"]);
});
