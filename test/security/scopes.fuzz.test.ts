import { beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../infra/topology.ts";
import { matchingMethods, pathParameters } from "../../shared/contract/routes.ts";
import { PRESETS, type Preset, scopesOf } from "../../shared/domain/access/api-key.ts";
import type { MerchantApi } from "../support/api.ts";
import { MERCHANT_ENDPOINTS } from "../support/merchant-endpoints.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { useService } from "../support/use-service.ts";

/** Requests that nobody would write by hand, over every route there is, with a key of every preset. */
const REQUESTS = 200;
/** So many of them at least must reach an operation that the key may not use. */
const REJECTED = 10;
const service = useService({ muted: true });
let api: MerchantApi;
let svcPaymentId: string;
const keys = new Map<Preset, string>();
beforeAll(async () => {
  api = await service.otherMerchant();
  for (const preset of PRESETS) keys.set(preset, (await service.keyWith(api, preset)).apiKey);
  svcPaymentId = String((await api.create({ amountCents: 4999 }, "fuzzed")).json.svcPaymentId);
});

/** The specification's own operation behind a method and a concrete path, as API Gateway would choose it. */
function operationAt(method: string, path: string) {
  if (!matchingMethods(ROUTES, path).includes(method)) return undefined;
  const candidates = MERCHANT_ENDPOINTS.filter((operation) => operation.method === method);
  return (
    candidates.find((operation) => operation.path === path) ??
    candidates.find((operation) => pathParameters(operation.path, path))
  );
}

function strangeRequests(seed: number, apiKey: string) {
  const random = seededRandom(seed);
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const segments = [
    svcPaymentId,
    "intents",
    "recover",
    "evt_1",
    "ses_x",
    "2026-01-01",
    "..%2f",
    "%00",
    "test",
    "end-all",
  ];
  const pathLike = (template: string) => {
    const filled = template.replace(/\{\w+\}/g, () => oneOf(segments));
    return oneOf([
      filled,
      filled,
      filled,
      `${filled}/`,
      `/console${filled}`,
      filled.toUpperCase(),
      filled.replace("/v1", ""),
    ]);
  };
  const bodies = [
    "",
    "{}",
    "[]",
    "null",
    '{"amountCents":4999}',
    '{"access":"manage"}',
    "{",
    '{"__proto__":{}}',
  ];
  const headers = () => ({
    ...oneOf([
      { "X-Api-Key": apiKey },
      { Authorization: `Bearer ${apiKey}` },
      { "X-Api-Key": apiKey, Authorization: "Bearer x" },
    ]),
    ...oneOf([{}, { "Idempotency-Key": "fuzzed" }, { "Idempotency-Key": " " }]),
    ...oneOf([
      {},
      { "Svc-Console": "none" },
      { "X-Http-Method-Override": "GET" },
      { "X-Svc-Preset": "full" },
    ]),
    "Content-Type": oneOf(["application/json", "text/plain"]),
  });
  return Array.from({ length: REQUESTS }, () => {
    // Pages, problems and the console's own routes need no scope; every second path is one of those that do, and every
    // second method is the path's own.
    const route = oneOf([oneOf(ROUTES), oneOf(MERCHANT_ENDPOINTS)]);
    return {
      method: oneOf([route.method, oneOf(["GET", "POST", "PUT", "DELETE"])]),
      path: pathLike(route.path),
      query: oneOf(["", "", "?limit=1", "?preset=full", "?scope=console"]),
      body: oneOf(bodies),
      headers: headers(),
    };
  });
}

describe.each(PRESETS)("a %s key", (preset) => {
  it("gets past its scopes with none of many strange requests", async () => {
    const rejected: number[] = [];
    const scopes: readonly string[] = scopesOf(preset);
    for (const { method, path, query, body, headers } of strangeRequests(
      PRESETS.indexOf(preset),
      keys.get(preset) ?? "",
    )) {
      const sent = method === "GET" ? {} : { body };
      const response = await fetch(api.baseUrl + path + query, { method, headers, ...sent });
      const text = await response.text();
      const { pathname } = new URL(response.url);
      const request = `${method} ${pathname}${query} ${body} → ${response.status} ${text}`;
      const scope = operationAt(method, pathname)?.scope;
      expect(response.status, request).not.toBe(500);
      if (pathname.startsWith("/console/v1")) expect([401, 404, 405], request).toContain(response.status);
      if (scope && !scopes.includes(scope)) {
        expect(response.status, request).toBe(403);
        expect(JSON.parse(text).requiredScope, request).toBe(scope);
        rejected.push(response.status);
      }
      // A body may ask for more than its operation does: a session that manages.
      if (response.status === 403) expect(scopes, request).not.toContain(JSON.parse(text).requiredScope);
    }
    // The requests must reach what they are to be rejected.
    if (preset !== "full") expect(rejected.length).toBeGreaterThan(REJECTED);
  });
});
