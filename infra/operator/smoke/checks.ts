import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { deployedApiUrl } from "../../aws/deployed-stack.ts";
import type { Demo } from "../../local/demo.ts";
import { readJson } from "../../local/state.ts";

type Target = { baseUrl: string; apiKey: string };

type Verdict = { kind: "ok" | "skipped" | "failed"; detail: string };

type Answer = { status: number; json: Record<string, unknown> };

/** A cold start and a slow processor fit into it. */
const ANSWER_MS = 25_000;

/** The first attempt follows at once; a second would come after half a minute. */
const CALLBACK_MS = 20_000;
const POLL_MS = 250;

const CHECKS: readonly { name: string; check: (target: Target) => Promise<Verdict> }[] = [
  { name: "contract", check: checkContract },
  { name: "stranger", check: checkStranger },
  { name: "ledger", check: checkLedger },
  { name: "payment", check: checkPayment },
  { name: "callback", check: checkCallback },
];

/** Says a line for each part of the service, as a merchant would see it. A part that fails makes the command fail. */
export async function runChecks(environment: string | undefined): Promise<void> {
  const target = await findTarget(environment);
  console.log(`Smoke of ${target.baseUrl}`);
  for (const { name, check } of CHECKS) {
    const { kind, detail } = await check(target).catch((error: unknown) => ({
      kind: "failed" as const,
      detail: error instanceof Error ? error.message : String(error),
    }));
    console.log(`${kind.padEnd(8)} ${name.padEnd(10)} ${detail}`);
    if (kind === "failed") process.exitCode = 1;
  }
}

/** Where to knock, and with which key. */
async function findTarget(environment: string | undefined): Promise<Target> {
  if (environment === undefined) return localTarget();
  const apiKey = process.env.SMOKE_API_KEY;
  if (!apiKey) throw new Error("Set SMOKE_API_KEY to an API key of the smoke test's merchant.");
  return { baseUrl: await deployedApiUrl(environment), apiKey };
}

function localTarget(): Target {
  const stateDir = resolve(process.env.STATE_DIR ?? ".local");
  const path = join(stateDir, "demo.json");
  if (!existsSync(path))
    throw new Error(`There is no local stack in ${stateDir}: start one with npm start, or set STATE_DIR.`);
  const { baseUrl, apiKey } = readJson<Demo>(path);
  return { baseUrl, apiKey };
}

async function checkContract({ baseUrl }: Target): Promise<Verdict> {
  const { status, json } = await call({ baseUrl }, "GET", "/v1/openapi.json");
  return verdict(status === 200 && "openapi" in json, `GET /v1/openapi.json answers ${status}`);
}

async function checkStranger({ baseUrl }: Target): Promise<Verdict> {
  const { status } = await call({ baseUrl }, "GET", "/v1/payments?limit=1");
  return verdict(status === 401, `a request without a key answers ${status}`);
}

async function checkLedger(target: Target): Promise<Verdict> {
  const { status } = await call(target, "GET", "/v1/payments?limit=1");
  return verdict(status === 200, `a list of payments answers ${status}`);
}

/** The smallest payment there is, unconfirmed: it proves ledger, processor key and processor, and costs nothing. */
async function checkPayment(target: Target): Promise<Verdict> {
  const created = await call(target, "POST", "/v1/payments/intents", {
    amountCents: 100,
    orderRef: `smoke-${randomUUID()}`,
    description: "Smoke test, canceled at once",
  });
  if (created.status !== 201) return verdict(false, `create answers ${describe(created)}`);
  const id = String(created.json.svcPaymentId);
  const canceled = await call(target, "POST", `/v1/payments/${id}/cancel`, {});
  const done = canceled.status === 200 && canceled.json.status === "canceled";
  return verdict(done, `${id} created and ${done ? "canceled" : `not canceled: ${describe(canceled)}`}`);
}

async function checkCallback(target: Target): Promise<Verdict> {
  const { json } = await call(target, "GET", "/v1/callback-endpoints");
  const [endpoint] = Array.isArray(json) ? (json as { id: string }[]) : [];
  if (!endpoint) return { kind: "skipped", detail: "the merchant has no callback endpoint" };
  const sent = await call(target, "POST", `/v1/callback-endpoints/${endpoint.id}/test`, {});
  if (sent.status >= 300) return verdict(false, `the test event answers ${describe(sent)}`);
  const eventId = String(sent.json.eventId);
  const delivery = await awaitDelivery(target, eventId);
  return verdict(delivery === "delivered", `${eventId} (callback.test) is ${delivery}`);
}

async function awaitDelivery(target: Target, eventId: string): Promise<string> {
  const deadline = Date.now() + CALLBACK_MS;
  for (;;) {
    const { json } = await call(target, "GET", `/v1/events/${eventId}`);
    if (json.delivery !== "pending" || Date.now() > deadline) return String(json.delivery);
    await pause(POLL_MS);
  }
}

const verdict = (good: boolean, detail: string): Verdict => ({ kind: good ? "ok" : "failed", detail });

const describe = ({ status, json }: Answer): string =>
  `${status} ${json.title ?? ""}${json.traceId ? ` (traceId ${json.traceId})` : ""}`;

async function call(
  { baseUrl, apiKey }: { baseUrl: string; apiKey?: string },
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(apiKey && { "X-Api-Key": apiKey }),
      ...(body && { "Content-Type": "application/json", "Idempotency-Key": `smoke-${randomUUID()}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return { status: response.status, json: (await response.json().catch(() => ({}))) as Answer["json"] };
}
