import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import type { ZodMiniObject } from "zod/mini";
import { almost, anyCharacter } from "../support/any-character.ts";
import type { MerchantApi } from "../support/api.ts";
import { MERCHANT_ENDPOINTS } from "../support/merchant-endpoints.ts";
import { createInPerson } from "../support/terminal.ts";
import { useService } from "../support/use-service.ts";

/** Bodies and queries that nobody would write by hand, to every operation: none is answered as a fault of ours. */
const service = useService({ muted: true });
/** A budget of its own for each operation. */
let api: MerchantApi;
beforeEach(async () => {
  api = await service.otherMerchant();
});

/** Ids of the merchant's own, as far as they are quickly made. */
async function concrete(path: string): Promise<string> {
  if (path.startsWith("/v1/payments/")) return path.replace("{id}", await createInPerson(api));
  if (!path.startsWith("/v1/callback-endpoints/")) return path.replaceAll(/\{\w+\}/g, "unknown");
  return path.replace("{id}", String((await api.setEndpoint({ url: "https://shop.example/" })).json.id));
}

it.each(MERCHANT_ENDPOINTS.filter(({ body }) => body))(
  "a body of $method $path never leads to a 5xx",
  async ({ method, path, example }) => {
    const asked = await concrete(path);
    const body = fc.oneof(
      almost(example as object).map((one) => JSON.stringify(one)),
      fc.json(),
      fc.string(),
    );
    const send = async (rawBody: string) => {
      const { status } = await api.call(method, asked, undefined, { key: randomUUID(), rawBody });
      expect(status).toBeLessThan(500);
    };
    await fc.assert(fc.asyncProperty(body, send), { numRuns: 20 });
  },
);

it.each(MERCHANT_ENDPOINTS.filter(({ query }) => query))(
  "a query of $method $path never leads to a 5xx",
  async ({ method, path, query }) => {
    const asked = await concrete(path);
    const name = fc.oneof(fc.constantFrom(...Object.keys((query as ZodMiniObject).shape)), fc.string());
    const queries = fc.dictionary(name, fc.string({ unit: anyCharacter }));
    const send = async (given: Record<string, string>) => {
      const { status } = await api.call(method, `${asked}?${new URLSearchParams(given)}`);
      expect(status).toBeLessThan(500);
    };
    await fc.assert(fc.asyncProperty(queries, send), { numRuns: 15 });
  },
);
