import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PurgeQueueCommand } from "@aws-sdk/client-sqs";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, it } from "vitest";
import type { PayoutFacts } from "../../../shared/domain/finance/payout.ts";
import {
  accountCreationKey,
  accountKey,
  deliveryKey,
  merchantKey,
  payoutKey,
} from "../../../shared/ledger/table.ts";
import { asShown } from "../../support/as-shown.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { putDeadEvents } from "./dead-events.ts";
import { type Desk, MINUTE_SECONDS, useDesk } from "./desk.ts";

/** What infra/runbooks tells an operator to type, typed. First the sequence after a restore, on a ledger that has forgotten a day. */
const desk = useDesk();
const receiver = useReceiver();
let shop: Awaited<ReturnType<Desk["openShop"]>>;
let accountId: string;
let endpointId: string;

beforeAll(async () => {
  shop = await desk.openShop("Corner Shop");
  accountId = String((await shop.api.call("GET", "/v1/onboarding/status")).json.processorAccountId);
  const set = ["callbacks", "set-url", shop.merchantId, receiver.url];
  ({ endpointId } = await desk.json<{ endpointId: string }>(...set));
});

const RUNBOOKS = join(import.meta.dirname, "../../../infra/runbooks");
const PAGE = readFileSync(join(RUNBOOKS, "restore.md"), "utf8");

/** The commands of the page's code blocks, for this merchant, this environment and this day. */
const SEQUENCE = [...PAGE.matchAll(/^npm run operator -- (.+) --env prod$/gm)].map(([, line = ""]) =>
  line.split(" "),
);

const today = () => new Date().toISOString().slice(0, 10);
const meant = (word: string) =>
  word
    .replace("mer_…", shop.merchantId)
    .replace("key_…", shop.keyId)
    .replace("acct_…", accountId)
    .replace(/^\d{4}-\d{2}-\d{2}$/, today());

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
    .poll(async () => (await ofShop("PAYMENT")).filter(({ status }) => status === "succeeded").length)
    .toBe(count);

/** As if the backup were older than the account, these payments and all events, and every message gone. */
async function forget(payments: string[]): Promise<void> {
  const { TABLE_NAME: TableName, CALLBACK_QUEUE_URL: QueueUrl } = desk.variables;
  const forgotten = [
    ...(await ofShop("PAYMENT")).filter(({ svcPaymentId }) => payments.includes(String(svcPaymentId))),
    ...(await ofShop("EVENT")),
    ...(await ofShop(deliveryKey("", endpointId).sk)),
    accountKey(accountId),
    accountCreationKey(shop.merchantId),
  ];
  for (const { pk, sk } of forgotten)
    await desk.table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  await desk.change(merchantKey(shop.merchantId), { account: null });
  await desk.sqs.send(new PurgeQueueCommand({ QueueUrl }));
}

it("brings ledger, events and callbacks back", async () => {
  expect(SEQUENCE.length).toBeGreaterThanOrEqual(6);
  const made = await sell(3);
  await succeeded(3);
  const isPaid = ({ type }: { type: string }) => type === "payment_intent.succeeded";
  await receiver.until(3, isPaid);
  const before = new Map((await ofShop("PAYMENT")).map((item) => [item.svcPaymentId, asShown(item)]));
  const told = new Set(receiver.received.filter(isPaid).map(({ eventId }) => eventId));
  await forget(made.slice(1));
  expect(await ofShop("PAYMENT")).toHaveLength(1);
  expect((await shop.api.call("GET", "/v1/onboarding/status")).json.processorAccountId).toBeNull();
  receiver.received.length = 0;

  for (const { code, stderr } of await desk.runLines(SEQUENCE.map((line) => line.map(meant))))
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });

  const after = await ofShop("PAYMENT");
  expect(after).toHaveLength(3);
  for (const payment of after.map(asShown)) {
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
  await desk.stack.letPass(MINUTE_SECONDS);
  await receiver.until(3, isPaid);
  expect(new Set(receiver.received.filter(isPaid).map(({ eventId }) => eventId))).toEqual(told);
  const statement = ["reconcile", "statement", "--merchant", shop.merchantId, "--date", today()];
  expect(await desk.json(...statement)).toMatchObject({ differences: [] });
});

/** Every command of every page, once, with the words that it stands for. What changes most comes last. */
const ORDER = [
  /callbacks test/,
  /events redeliver/,
  /dead-letters redeliver/,
  /callbacks disable/,
  /callbacks enable/,
  /events recover/,
  /keys revoke/,
  /detach-account/,
  /erase/,
];
const rankOf = (line: string) => ORDER.findIndex((form) => form.test(line));

/** The steps of changing a key wait for each other; their own test lets that time pass (callback-keys.test.ts). */
const TAKES_TEN_MINUTES = /^secrets (add-key|use-key|reseal|remove-key)/;

const COMMANDS = [
  ...new Set(
    globSync("*.md", { cwd: RUNBOOKS })
      .map((file) => readFileSync(join(RUNBOOKS, file), "utf8"))
      .flatMap((text) => [...text.matchAll(/npm run operator -- ([^`\n#]+)/g)].map(([, line = ""]) => line))
      .map((line) => line.replace(/ --env (prod|<env>)/, "").trim())
      .filter((line) => !TAKES_TEN_MINUTES.test(line)),
  ),
].sort((a, b) => rankOf(a) - rankOf(b));

/** One that the processor has told of, and of which nothing was read yet. */
async function putPayout(): Promise<string> {
  const facts: PayoutFacts = {
    payoutId: "po_1",
    accountId,
    status: "paid",
    amountCents: 421231,
    currency: "usd",
    automatic: true,
    method: "standard",
    createdAt: Date.now(),
    arrivesAt: Date.now(),
    traceId: null,
    isTracePending: false,
    failureCode: null,
    reconciliation: "in_progress",
  };
  const { merchantId } = shop;
  const Item = { ...payoutKey(merchantId, facts.payoutId), merchantId, facts, version: 1, expiresAt: 4e9 };
  await desk.table.send(new PutCommand({ TableName: String(desk.variables.TABLE_NAME), Item }));
  return facts.payoutId;
}

/** What makes one of the dead events one that waits for its next attempt. */
const WAITING = {
  delivery: "pending",
  attempts: 1,
  deadLetteredAt: undefined,
  deadShard: undefined,
  deadSort: undefined,
};

it("every command of every page runs, and does not fail", async () => {
  expect(COMMANDS.length).toBeGreaterThan(20);
  const [svcPaymentId = ""] = await sell(1);
  const payoutId = await putPayout();
  const dead = await putDeadEvents(desk, { ...shop, endpointId }, COMMANDS.length);
  const lines = COMMANDS.map((line, index) =>
    line
      .split(/\s+/)
      .map(meant)
      .map((word) =>
        word
          .replace("svcpay_…", svcPaymentId)
          .replace("evt_…", dead[index] ?? "")
          .replace("po_…", payoutId),
      ),
  );
  // Nobody is there to ask, and nothing is under way that an erasure would have to wait for.
  const answered = lines.map((line) => [
    ...line,
    "--yes",
    ...(line.includes("erase") ? ["--settle", "0"] : []),
  ]);
  // What is sent again by its id waits, and the ledger takes it for queued, although its message is lost (callbacks-late.md).
  const waiting = COMMANDS.flatMap((line, index) => (/events redeliver evt_…/.test(line) ? dead[index] : []));
  expect(waiting).not.toEqual([]);
  for (const eventId of waiting) await desk.change(deliveryKey(eventId ?? "", endpointId), WAITING);
  const runs = await desk.runLines(answered);
  for (const [index, { code, stdout, stderr }] of runs.entries()) {
    expect({ code, stderr }, COMMANDS[index]).toEqual({ code: 0, stderr: "" });
    expect(stdout, COMMANDS[index]).not.toBe("");
  }
});
