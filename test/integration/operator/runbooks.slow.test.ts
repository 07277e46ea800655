import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, it } from "vitest";
import type { PayoutFacts } from "../../../shared/domain/finance/payout.ts";
import { attentionKey, deliveryKey, payoutKey } from "../../../shared/ledger/table.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { putDeadEvents } from "./dead-events.ts";
import { type Desk, useDesk } from "./desk.ts";

/** What infra/runbooks tells an operator to type, typed. */
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

const today = () => new Date().toISOString().slice(0, 10);
const meant = (word: string) =>
  word
    .replace("mer_…", shop.merchantId)
    .replace("key_…", shop.keyId)
    .replace("acct_…", accountId)
    .replace("ep_…", endpointId)
    .replace(/^\d{4}-\d{2}-\d{2}$/, today());

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

/** A refund that has failed, and waits for a person. */
async function putFailedRefund(svcPaymentId: string): Promise<string> {
  const { merchantId } = shop;
  const facts = { merchantId, svcPaymentId, subjectId: "re_1", kind: "refund_failed", amountCents: 300 };
  const Item = { ...attentionKey(merchantId, "REFUND", "re_1"), ...facts, seenOn: 1, since: Date.now() };
  await desk.table.send(new PutCommand({ TableName: String(desk.variables.TABLE_NAME), Item }));
  return "att_re_1";
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
  const created = await shop.api.create({ amountCents: 1000 }, randomUUID());
  await desk.stack.confirm(created);
  const svcPaymentId = String(created.json.svcPaymentId);
  const payoutId = await putPayout();
  const attentionId = await putFailedRefund(svcPaymentId);
  const dead = await putDeadEvents(desk, { ...shop, endpointId }, COMMANDS.length);
  const lines = COMMANDS.map((line, index) =>
    line
      .split(/\s+/)
      .map(meant)
      .map((word) =>
        word
          .replace("svcpay_…", svcPaymentId)
          .replace("att_re_…", attentionId)
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
