import { expect, it } from "vitest";
import { ENDPOINTS } from "../../../infra/topology.ts";
import type { Operation } from "../../../shared/contract/operation.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

/** DynamoDB takes sort keys of at most 1,024 bytes. */
const LONG = "1".repeat(1100);
const PREFIXES = ["", "svcpay_", "evt_", "po_", "att_re_", "ses_", "ep_", "tmr_", "cus_", "pmd_", "rcv_"];

const endpoints: readonly Operation[] = ENDPOINTS;

it("an id that is longer than any key of the table is no error of ours on any path", async () => {
  const withIds = endpoints.filter(({ scope, path }) => scope && path.includes("{"));
  const failed: string[] = [];
  for (const { method, path } of withIds) {
    const api = await service.otherMerchant();
    const asked = PREFIXES.map(async (prefix) => {
      const { status } = await fetch(api.baseUrl + path.replaceAll(/\{\w+\}/g, prefix + LONG), {
        method,
        headers: { "X-Api-Key": api.apiKey, "Idempotency-Key": "k1" },
        ...(method !== "GET" && method !== "DELETE" && { body: "{}" }),
      });
      if (status >= 500) failed.push(`${status} ${method} ${path} ${prefix}`);
    });
    await Promise.all(asked);
  }
  expect(withIds.length).toBeGreaterThan(20);
  expect(failed).toEqual([]);
}, 60_000);
