import { randomUUID } from "node:crypto";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, it } from "vitest";
import { dateOf } from "../../../shared/domain/finance/day.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import { useDesk } from "./desk.ts";

/** The processor's endpoint is switched off: only the operator's commands bring in what happens. */
const desk = useDesk();
beforeAll(() => fetch(`${desk.stack.demo.processorUrl}/_simulator/webhooks/disable`, { method: "POST" }));

async function buy(amountCents = 1000, key: string = randomUUID()) {
  const created = await desk.stack.api.create({ amountCents, orderRef: "order-7" }, key);
  await desk.stack.confirm(created);
  return created.json;
}

const getStatus = async (id: unknown) => (await desk.stack.api.get(id)).json.status;
const audited = async (merchantId: string) =>
  (await desk.items())
    .filter(({ pk }) => pk === `AUDIT#${merchantId}`)
    .map(({ action, subject, actor }) => ({ action, subject, actor }));

it("events: brings in what was missed, once, and leaves the watermark", async () => {
  const { merchantId } = desk.stack.demo;
  const { svcPaymentId } = await buy();
  const line = ["reconcile", "events", "--merchant", merchantId, "--since", "1h"];
  const report = await desk.json<Record<string, number>>(...line);
  expect(Object.keys(report)).toEqual(["listed", "known", "applied", "forwarded", "failed"]);
  expect(report).toMatchObject({ failed: 0, known: 0, applied: report.listed });
  expect(report.forwarded).toBeGreaterThan(0);
  expect(await getStatus(svcPaymentId)).toBe("succeeded");
  const again = await desk.run(...line);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(again.stdout).toMatch(/^LISTED +KNOWN +APPLIED +FORWARDED +FAILED\n +(\d+) +\1 +0 +0 +0$/m);
  expect((await desk.items()).filter(({ sk }) => sk === "WATERMARK")).toEqual([]);
  expect(await audited(merchantId)).toContainEqual({
    action: "reconcile-events",
    subject: "last 3600 s",
    actor: "olivia",
  });
});

it("statement: of today, readable at once, and says whether a second one is the same", async () => {
  const { merchantId } = desk.stack.demo;
  await buy();
  const date = dateOf(Date.now());
  const line = ["reconcile", "statement", "--merchant", merchantId, "--date", date];
  const { changes, ...made } = await desk.json<Record<string, unknown>>(...line);
  expect(changes).toBeNull();
  expect(made).toMatchObject({ date, final: false, differences: [{ healed: true }] });
  expect((await desk.stack.api.call("GET", `/v1/statements/${date}`)).json).toEqual(made);
  const { stdout } = await desk.run(...line);
  expect(stdout).toContain("nothing changed");
  expect(stdout).toMatch(/CURRENCY +GROSS/);
  expect(stdout).toMatch(/status differs .* yes/);
});

it("payments: rebuilds what the ledger has forgotten, and its key with it", async () => {
  const { merchantId } = desk.stack.demo;
  const key = randomUUID();
  const { svcPaymentId, clientSecret } = await buy(2345, key);
  await desk.table.send(
    new DeleteCommand({ TableName: desk.variables.TABLE_NAME, Key: paymentKey(String(svcPaymentId)) }),
  );
  expect(await getStatus(svcPaymentId)).toBe(404);
  const line = ["reconcile", "payments", "--merchant", merchantId, "--since", "1d"];
  expect(await desk.json(...line)).toMatchObject({ rebuilt: 1, unreadable: 0 });
  expect((await desk.stack.api.get(svcPaymentId)).json).toMatchObject({
    status: "succeeded",
    amountCents: 2345,
    orderRef: "order-7",
  });
  const retried = await desk.stack.api.create({ amountCents: 2345 }, key);
  expect(retried).toMatchObject({ status: 201, json: { svcPaymentId, clientSecret } });
  expect(retried.headers.get("idempotent-replayed")).toBe("true");
  for (const other of [{ amountCents: 2346 }, { amountCents: 2345, currency: "eur" }])
    expect((await desk.stack.api.create(other, key)).json.title).toBe("Idempotency conflict");
  expect(await desk.json(...line)).toMatchObject({ rebuilt: 0 });
  expect((await desk.stack.api.refund(svcPaymentId, { amountCents: 345 })).status).toBe(200);
});

it("payments: names what carries another merchant's payment, beside the answer", async () => {
  const { merchantId } = desk.stack.demo;
  const { svcPaymentId } = await buy();
  await desk.change(paymentKey(String(svcPaymentId)), { merchantId: "mer_other" });
  const run = await desk.run("reconcile", "payments", "--merchant", merchantId, "--since", "1d", "--json");
  expect(JSON.parse(run.stdout)).toMatchObject({ foreign: 1 });
  expect(run).toMatchObject({
    code: 0,
    stderr: `an intent names another merchant's payment merchantId=${merchantId} svcPaymentId=${svcPaymentId}\n`,
  });
});
