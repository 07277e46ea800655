import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { useService } from "../../support/use-service.ts";

vi.stubEnv("PUBLIC_URL", "https://pay.example.com");
const service = useService({ muted: true });

it("problem types and links name the domain of our own, whichever address was called", async () => {
  const unknown = await service.api.get(`svcpay_${"f".repeat(32)}`);
  expect(unknown.json.type).toBe("https://pay.example.com/problems/not_found");
  for (const key of [randomUUID(), randomUUID()]) await service.api.create({ amountCents: 1000 }, key);
  const page = await service.api.call("GET", "/v1/payments?limit=1");
  expect(page.headers.get("link")).toMatch(/^<https:\/\/pay\.example\.com\/v1\/payments\?/);
});
