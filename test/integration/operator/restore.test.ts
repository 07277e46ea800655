import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PurgeQueueCommand } from "@aws-sdk/client-sqs";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, it } from "vitest";
import { useReceiver } from "../../support/use-receiver.ts";
import { type Desk, SOON, useDesk } from "./desk.ts";

/** The sequence of infra/runbooks/restore.md, as it is written there, against a ledger that has forgotten a day. */
const desk = useDesk();
const receiver = useReceiver();
let shop: Awaited<ReturnType<Desk["openShop"]>>;

beforeAll(async () => {
  shop = await desk.openShop("Corner Shop");
  await desk.json("callbacks", "set-url", shop.merchantId, receiver.url);
}, 60_000);

const PAGE = readFileSync(join(import.meta.dirname, "../../../infra/runbooks/restore.md"), "utf8");

/** The commands of the page's code blocks, for this merchant, this environment and this day. */
const SEQUENCE = [...PAGE.matchAll(/^npm run operator -- (.+) --env prod$/gm)].map(([, line = ""]) =>
  line.split(" "),
);

const today = () => new Date().toISOString().slice(0, 10);
const meant = (word: string) =>
  word.replace("mer_…", shop.merchantId).replace(/^\d{4}-\d{2}-\d{2}$/, today());

async function sell(count: number): Promise<string[]> {
  const made: string[] = [];
  for (let n = 0; n < count; n++) {
    const created = await shop.api.create({ amountCents: 1000 + n, orderRef: `order ${n}` }, randomUUID());
    await desk.stack.confirm(created);
    made.push(String(created.json.svcPaymentId));
  }
  return made;
}

const ofShop = async (sk: string) =>
  (await desk.items()).filter((item) => item.sk === sk && item.merchantId === shop.merchantId);

const succeeded = async (count: number) =>
  expect
    .poll(async () => (await ofShop("PAYMENT")).filter(({ status }) => status === "succeeded").length, SOON)
    .toBe(count);

/** As if the backup were older than these payments and all events, and every message gone. */
async function forget(payments: string[]): Promise<void> {
  const { TABLE_NAME: TableName, CALLBACK_QUEUE_URL: QueueUrl } = desk.variables;
  const forgotten = [
    ...(await ofShop("PAYMENT")).filter(({ svcPaymentId }) => payments.includes(String(svcPaymentId))),
    ...(await ofShop("EVENT")),
  ];
  for (const { pk, sk } of forgotten)
    await desk.table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  await desk.sqs.send(new PurgeQueueCommand({ QueueUrl }));
}

it("brings ledger, events and callbacks back", async () => {
  expect(SEQUENCE.length).toBeGreaterThanOrEqual(6);
  const made = await sell(3);
  await succeeded(3);
  const isPaid = ({ type }: { type: string }) => type === "payment_intent.succeeded";
  await receiver.until(3, isPaid);
  const before = new Map((await ofShop("PAYMENT")).map((item) => [item.svcPaymentId, item]));
  const told = new Set(receiver.received.filter(isPaid).map(({ eventId }) => eventId));
  await forget(made.slice(1));
  expect(await ofShop("PAYMENT")).toHaveLength(1);
  receiver.received.length = 0;

  for (const line of SEQUENCE) await desk.json(...line.map(meant));

  const after = await ofShop("PAYMENT");
  expect(after).toHaveLength(3);
  for (const payment of after) {
    const known = before.get(payment.svcPaymentId);
    for (const field of [
      "status",
      "amountCents",
      "refundedCents",
      "applicationFeeCents",
      "currency",
      "orderRef",
    ])
      expect(payment[field], field).toEqual(known?.[field]);
  }
  await receiver.until(3, isPaid);
  expect(new Set(receiver.received.filter(isPaid).map(({ eventId }) => eventId))).toEqual(told);
  const statement = ["reconcile", "statement", "--merchant", shop.merchantId, "--date", today()];
  expect(await desk.json(...statement)).toMatchObject({ differences: [] });
}, 120_000);
