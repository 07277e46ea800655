import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import {
  attentionKey,
  deliveryKey,
  eventKey,
  type Key,
  merchantKey,
  paymentKey,
} from "../../../shared/ledger/table.ts";
import { OFF_THE_LIST } from "../../support/ledger-edits.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { type Desk, MINUTE_SECONDS, useDesk } from "./desk.ts";

/** A stuck state of each kind, made by hand in the ledger, is brought back by one command. */
const desk = useDesk();
const receiver = useReceiver();
let shop: Awaited<ReturnType<Desk["openShop"]>>;
let endpointId: string;

beforeAll(async () => {
  shop = await desk.openShop("Corner Shop");
  const set = ["callbacks", "set-url", shop.merchantId, receiver.url];
  ({ endpointId } = await desk.json<{ endpointId: string }>(...set));
});

const item = desk.item.bind(desk);
const change = desk.change.bind(desk);

type Sale = { payment: Key; event: Key; delivery: Key; svcPaymentId: string; eventId: string };

/** A payment that was paid, and its event, which has arrived. */
async function sold(): Promise<Sale> {
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  const svcPaymentId = String(created.json.svcPaymentId);
  await desk.stack.confirm(created);
  const isOfIt = ({ type, headers }: { type: string; headers: Record<string, unknown> }) =>
    type === "payment_intent.succeeded" && headers["svc-payment-id"] === svcPaymentId;
  const [callback] = await receiver.until(1, isOfIt);
  const eventId = String(callback?.eventId);
  const [payment, event] = [paymentKey(svcPaymentId), eventKey(eventId)];
  const delivery = deliveryKey(eventId, endpointId);
  await expect.poll(async () => (await item(delivery)).delivery).toBe("delivered");
  await expect.poll(async () => (await item(event)).finishedAt).toBeTruthy();
  return { payment, event, delivery, svcPaymentId, eventId };
}

type Row = {
  name: string;
  stuck: (sale: Sale) => Promise<void>;
  command: (sale: Sale) => string[];
  action: string;
  mended: (sale: Sale) => Promise<boolean>;
};

const isDelivered = async ({ delivery }: Pick<Sale, "delivery">) =>
  (await item(delivery)).delivery === "delivered";

const ROWS: Row[] = [
  {
    name: "a payment that the ledger has wrong",
    stuck: ({ payment }) => change(payment, { status: "processing" }),
    command: ({ svcPaymentId }) => ["payments", "refresh", svcPaymentId],
    action: "refresh-payment",
    mended: async ({ payment }) => (await item(payment)).status === "succeeded",
  },
  {
    name: "an event that was recorded and not applied, and is on no list",
    stuck: async ({ event, payment }) => {
      await change(payment, { status: "processing" });
      await change(event, { finishedAt: undefined, applied: undefined, ...OFF_THE_LIST });
    },
    command: ({ eventId }) => ["open-work", "visit", eventId],
    action: "visit-open-work",
    mended: async ({ payment }) => (await item(payment)).status === "succeeded",
  },
  {
    name: "an event that was applied wrongly",
    stuck: async ({ event, payment }) => {
      await change(payment, { status: "processing" });
      await change(event, { applied: "unknown_payment" });
    },
    command: ({ eventId }) => ["events", "reapply", eventId],
    action: "reapply-event",
    mended: async ({ event, payment }) =>
      (await item(payment)).status === "succeeded" && (await item(event)).applied === "applied",
  },
  {
    name: "a pending event whose message is gone, and which is on no list",
    stuck: ({ delivery }) => change(delivery, { delivery: "pending", ...OFF_THE_LIST }),
    command: ({ eventId }) => ["open-work", "visit", `${eventId}/${endpointId}`],
    action: "visit-open-work",
    mended: isDelivered,
  },
  {
    name: "an account whose state the ledger has wrong",
    stuck: async () => {
      const { account } = await item(merchantKey(shop.merchantId));
      await change(merchantKey(shop.merchantId), {
        account: { ...(account as object), chargesEnabled: false },
      });
    },
    command: () => ["merchants", "refresh-account", shop.merchantId],
    action: "refresh-account",
    mended: async () => {
      const { account } = await item(merchantKey(shop.merchantId));
      return (account as { chargesEnabled: boolean }).chargesEnabled;
    },
  },
];

describe("one command brings back", () => {
  it.each(ROWS)("$name", async ({ stuck, command, mended }) => {
    const sale = await sold();
    await stuck(sale);
    expect(await mended(sale)).toBe(false);
    await desk.json(...command(sale));
    await desk.stack.letPass(MINUTE_SECONDS);
    await expect.poll(() => mended(sale)).toBe(true);
  });

  it("each of these commands is in the merchant's audit", async () => {
    const { audit } = await desk.json<{ audit: { action: string }[] }>("merchants", "show", shop.merchantId);
    const actions = audit.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(ROWS.map(({ action }) => action)));
  });
});

const MORE = /\n\nThere are more\. Pass a larger --limit, at most 1000\.\n$/;

it("a list that is cut off says so", async () => {
  for (const { delivery } of [await sold(), await sold()]) {
    const dueSort = `${Date.now() + 3_600_000}#${delivery.pk}#${delivery.sk}`;
    await change(delivery, { delivery: "pending", dueShard: "DUE#unresolved", dueSort, dueStep: 2 });
  }
  const { svcPaymentId } = await sold();
  for (const subjectId of ["re_1", "re_2"]) {
    const attentionSort = `${Date.now()}#${subjectId}`;
    const { merchantId } = shop;
    const facts = {
      merchantId,
      kind: "refund_failed",
      amountCents: 300,
      since: Date.now(),
      seenOn: 1,
      attentionSort,
    };
    const ids = { ...attentionKey(merchantId, "REFUND", subjectId), svcPaymentId, subjectId };
    await desk.table.send(new PutCommand({ TableName: desk.tableName, Item: { ...ids, ...facts } }));
  }
  for (const line of [
    ["open-work", "list", "--unresolved"],
    ["attention", "list"],
    ["attention", "list", shop.merchantId],
  ]) {
    expect((await desk.run(...line, "--limit", "1")).stdout, line.join(" ")).toMatch(MORE);
    expect((await desk.run(...line)).stdout, line.join(" ")).not.toMatch(/There are more/);
    expect(await desk.json(...line, "--limit", "1")).toHaveLength(1);
  }
  await desk.run("open-work", "visit", "--unresolved");
});

it("lists what is open, with what it takes to visit it", async () => {
  const { delivery, eventId } = await sold();
  const dueAt = Date.now() + 3_600_000;
  const dueSort = `${dueAt}#${delivery.pk}#${delivery.sk}`;
  await change(delivery, { delivery: "pending", dueShard: "DUE#3", dueSort, dueStep: 2 });
  const entry = { kind: "delivery", id: `${eventId}/${endpointId}`, merchantId: shop.merchantId, step: 2 };
  const listed = await desk.json<object[]>("open-work", "list");
  expect(listed).toContainEqual({ ...entry, dueAt: new Date(dueAt).toISOString() });
  expect((await desk.run("open-work", "list")).stdout).toMatch(/^KIND +ID +MERCHANT +DUE +STEP\n/);
  expect(await desk.json("open-work", "list", "--unresolved")).toEqual([]);
  await change(delivery, { dueShard: "DUE#unresolved" });
  expect(await desk.json("open-work", "list", "--unresolved")).toEqual([
    { ...entry, dueAt: new Date(dueAt).toISOString() },
  ]);
  const scheduled = await desk.json("open-work", "visit", "--unresolved");
  expect(scheduled).toEqual({ scheduled: 1, hasMore: false });
  await desk.stack.letPass(MINUTE_SECONDS);
  await expect.poll(() => isDelivered({ delivery })).toBe(true);
});
