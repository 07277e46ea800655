import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Rehearsal, startRehearsal } from "../../infra/rehearsal/rehearsal.ts";
import { synthesize } from "../../infra/rehearsal/synthesize.ts";
import { readDeployedStack } from "../../infra/rehearsal/template/deployed-stack.ts";
import { dueAt, eventKey } from "../../shared/ledger/table.ts";
import type { PlatformEvent } from "../../shared/queues/queue.ts";
import { drainQueue } from "../support/platform-queue.ts";
import { withBundles } from "./dev-assembly.ts";
import { FasterOthers } from "./proof/faster-others.ts";
import { Outside } from "./proof/outside.ts";
import { openReceiver } from "./proof/stories.ts";

/*
 * The templates with the platform's own queue: each function that finishes events tells it of every kind of subject, in
 * the queue that the template made, with its role's rights alone.
 */

const QUEUE = "payments-dev-platform-events";
const MINUTE = 60;

let rehearsal: Rehearsal;
let outside: Outside;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  const assembly = mkdtempSync(join(tmpdir(), "payments-platform-"));
  await synthesize(assembly, { env: "dev" }, { PLATFORM_EVENTS: "on", ...(await withBundles()) });
  const stack = readDeployedStack(assembly);
  const others = new FasterOthers();
  rehearsal = await startRehearsal({
    stack,
    port: 0,
    stateDir: mkdtempSync(join(tmpdir(), "payments-platform-")),
    beforeCall: others.beforeCall,
  });
  outside = new Outside(rehearsal, { tableName: stack.tables[0]?.name ?? "", others });
  receiver = await openReceiver();
  await outside.showAccountsInV1();
});
afterAll(async () => {
  receiver.stop();
  await rehearsal.stop();
});

/** What comes into the queue until it has all of these events. They are finished after that, so this waits for it too. */
async function toldUntil(ids: readonly string[]): Promise<PlatformEvent[]> {
  const told: PlatformEvent[] = [];
  await outside.until(`the platform is told of ${ids}`, async () => {
    told.push(...(await drainQueue(rehearsal.sqsUrl, `${rehearsal.sqsUrl}/000000000000/${QUEUE}`)));
    return ids.every((id) => told.some(({ eventId }) => eventId === id));
  });
  for (const id of ids)
    await outside.until(
      `${id} is finished`,
      async () => (await outside.item(eventKey(id)))?.finishedAt !== undefined,
    );
  return told;
}

/** One of each kind of subject. */
const TYPES = [
  "payment_intent.succeeded",
  "charge.refunded",
  "charge.dispute.created",
  "payout.failed",
  "account.updated",
];

const senders = (): string[] =>
  [...rehearsal.judge.uses.values()]
    .filter(({ action, resource }) => action === "sqs:SendMessage" && resource.endsWith(QUEUE))
    .map(({ caller }) => caller)
    .toSorted();

it("is told by every function that finishes events, with its role's rights", async () => {
  const merchant = await outside.onboard("Corner Shop");
  const { accountId } = merchant;
  await outside.call(merchant, "POST", "/v1/callback-endpoints", { url: receiver.url });

  // No webhook comes: the hourly pull brings everything.
  await outside.control("webhooks/disable");
  const sold = await outside.sell(merchant, { amountCents: 20_000 });
  await outside.confirm(await outside.create(merchant, { amountCents: 500 }), "pm_card_createDispute");
  const onAccount = { stripeAccount: accountId };
  const [paid] = (await outside.stripe.paymentIntents.list({ limit: 2 }, onAccount)).data.slice(-1);
  await outside.stripe.refunds.create({ payment_intent: String(paid?.id), amount: 500 }, onAccount);
  await outside.control(`accounts/${accountId}/payouts/hurry`);
  await outside.advance(2 * MINUTE);
  const [payout] = (await outside.stripe.payouts.list({}, onAccount)).data;
  await outside.control(`payouts/${payout?.id}/fail`);
  await outside.control(`accounts/${accountId}`, { payouts_enabled: false });
  await outside.advance(75 * MINUTE);
  const { data: events } = await outside.stripe.events.list({ limit: 100 }, onAccount);
  const ids = TYPES.map((one) => String(events.find(({ type }) => type === one)?.id));
  const pulled = await toldUntil(ids);
  expect(pulled.find(({ svcPaymentId }) => svcPaymentId === sold)).toMatchObject({
    merchantId: merchant.merchantId,
    payload: { payload: "service" },
  });

  // The same by webhook, for a ledger that has never seen them.
  for (const id of ids) await outside.lose(eventKey(id));
  await outside.control("webhooks/enable");
  for (const id of ids) await outside.control(`events/${id}/resend`);
  await toldUntil(ids);

  // By the due list's visit, for functions that died before they finished them.
  const unfinished = { finishedAt: undefined, applied: undefined };
  for (const id of ids)
    await outside.edit(eventKey(id), { ...unfinished, ...dueAt(eventKey(id), Date.now() + 1_000) });
  await outside.advance(2 * MINUTE);
  await toldUntil(ids);

  expect(senders()).toEqual(["open-work", "reconciliation", "webhook"].map((name) => `payments-dev-${name}`));
  expect(rehearsal.judge.denials).toEqual([]);
  expect(rehearsal.failures).toEqual([]);
});
