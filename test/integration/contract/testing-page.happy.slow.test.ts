import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../../support/api.ts";
import { CallbackReceiver } from "../../support/callback-receiver.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { openShop } from "../../support/shops.ts";
import { useService } from "../../support/use-service.ts";

/** What the page on testing tells to type, typed. */
const PAGE = readFileSync(new URL("../../../shared/contract/testing.md", import.meta.url), "utf8");
/** The processor tells; only what runs every hour does not, which would be most of the week that passes here. */
const service = useService({ muted: true });
beforeAll(() => service.unmuteProcessor());

const control = (path: string) => {
  const body = new RegExp(`/_simulator/${path} -d '([^']+)'`).exec(PAGE)?.[1];
  return fetch(`${service.stack.processorUrl}/_simulator/${path}`, { method: "POST", ...(body && { body }) });
};

it("the lost answer is a 503, and the retry gets the payment", async () => {
  expect((await control("faults")).status).toBe(200);
  const lost = await service.api.create({ amountCents: 4999 }, "page-1");
  expect(lost.status).toBe(503);
  const retried = await service.api.create({ amountCents: 4999 }, "page-1");
  expect(retried.status).toBe(201);
  const { data } = await service.stripe.paymentIntents.list({}, { stripeAccount: service.accountId });
  expect(data.filter(({ metadata }) => metadata.svcPaymentId === retried.json.svcPaymentId)).toHaveLength(1);
});

it("a week passes, and a hold with it", async () => {
  const id = await service.authorized(4999);
  const moved = await control("clock");
  expect(moved.status).toBe(200);
  expect(await moved.json()).toHaveProperty("now");
  await service.eventually(async () => (await service.api.get(id)).json.status === "canceled");
});

const folder = mkdtempSync(join(tmpdir(), "payments-testing-page-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("two commands show a payment's callback on your own server", async () => {
  const block = /```sh\n(node -e [\s\S]*?npm run listen [\s\S]*?)```/.exec(PAGE)?.[1] ?? "";
  expect(block.trim().split("\n")).toHaveLength(2);
  const shop = await openShop(service);
  // A port that is free.
  const probe = await CallbackReceiver.start();
  const { port } = new URL(probe.url);
  probe.stop();
  const typed = block
    .replaceAll("3000", port)
    .replace("npm run listen --", `npm run --silent listen -- --state ${join(folder, "place")}`);
  const child = spawn("sh", ["-c", typed], {
    cwd: join(import.meta.dirname, "../../.."),
    env: childEnvironment({ BASE: service.stack.baseUrl, KEY: shop.api.apiKey }),
    detached: true,
  });
  let shown = "";
  child.stdout.on("data", (text) => {
    shown += text;
  });
  try {
    const created = await shop.api.create({ amountCents: 4999 }, randomUUID());
    await service.confirm(created, "pm_card_visa", String(created.json.connectedAccountId));
    await expect
      .poll(() => shown)
      .toMatch(/payment_intent\.succeeded \{[\s\S]*200 {2}payment_intent\.succeeded/);
    expect(shown).toContain(String(created.json.svcPaymentId));
  } finally {
    // Both commands, which the shell has started in one group.
    process.kill(-Number(child.pid));
    shop.receiver.stop();
  }
});

describe("what the page says of trouble after paying", () => {
  /** A payment that was paid with this method of the page's table. */
  async function payWith(paymentMethod: string): Promise<{ id: string; created: Reply }> {
    expect(PAGE).toContain(`\`${paymentMethod}\``);
    const created = await service.api.create({ amountCents: 4999 }, randomUUID());
    await service.confirm(created, paymentMethod);
    return { id: String(created.json.svcPaymentId), created };
  }
  const statusOf = async (id: string) => (await service.api.get(id)).json.status;
  const disputeOf = async (id: string) => {
    const { json } = await service.api.call("GET", `/v1/payments?svcPaymentId=${id}`);
    return (json as unknown as { disputes: { disputeId: string; status: string }[] }[])[0]?.disputes[0];
  };

  it.each([
    ["won", "winning_evidence"],
    ["lost", "losing_evidence"],
  ])("a dispute is %s with the evidence that it names", async (end, evidence) => {
    const { id } = await payWith("pm_card_createDispute");
    await service.eventually(async () => (await disputeOf(id)) !== undefined);
    const command = /curl -s \$PROCESSOR\/v1\/disputes\/\$DISPUTE [\s\S]*?submit=true +# or \w+/.exec(
      PAGE,
    )?.[0];
    expect(command).toContain(evidence);
    const response = await fetch(
      `${service.stack.processorUrl}/v1/disputes/${(await disputeOf(id))?.disputeId}`,
      {
        method: "POST",
        headers: {
          Authorization: `Bearer ${service.stack.demo.processorSecretKey}`,
          "Stripe-Account": service.accountId,
        },
        body: new URLSearchParams({ "evidence[uncategorized_text]": evidence, submit: "true" }),
      },
    );
    expect(response.status).toBe(200);
    await service.eventually(async () => (await disputeOf(id))?.status === end);
    expect(await statusOf(id)).toBe("succeeded");
  });

  it("a debit fails, and the payment waits for another way to pay", async () => {
    const { id } = await payWith("pm_usBankAccount_insufficientFunds");
    await service.eventually(async () => (await statusOf(id)) === "requires_payment_method");
  });

  it("a refund comes back from the bank, and the payment is paid again", async () => {
    const { id } = await payWith("pm_card_refundFail");
    const refund = await service.api.refund(id, {}, randomUUID());
    expect(refund.status).toBe(200);
    // On a busy machine the bank may be faster than the answer.
    expect(["refunded", "succeeded"]).toContain(refund.json.status);
    await service.eventually(async () => (await statusOf(id)) === "succeeded");
    const { json } = await service.api.call("GET", `/v1/payments/${id}/refunds`);
    expect(json).toMatchObject([{ status: "failed", ours: true }]);
  });
});
