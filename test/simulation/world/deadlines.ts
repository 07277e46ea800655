import { Client } from "../actors/client.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { AnswerChecks } from "../checks/answers.ts";
import { checkAttention, checkReplaced, needsOf, noteResolved } from "../checks/attention.ts";
import { type Counted, checkHealth, countDeliveries } from "../checks/health.ts";
import { partsOf } from "./parts.ts";
import type { Simulation } from "./simulation.ts";

const SHARE = 0.15;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Each so long after the one before: the sixth day of a hold, on which a person is told of it, and after its end. */
const LOOKS_AFTER_HOURS = [6, 138, 6, 6, 72];

/**
 * When all is done, in some seeds: the days on which holds run out. Banks send payouts back, and accounts have no money
 * for refunds of the dashboard; each time somebody looks at what needs a person, exactly that is listed. Answers whether
 * this is such a seed.
 */
export async function runDeadlines(
  simulation: Simulation,
  { merchants, checks }: { merchants: SimulatedMerchant[]; checks: AnswerChecks },
  isOver: () => boolean,
): Promise<boolean> {
  const { clock } = simulation;
  const chance = simulation.chance("deadlines");
  if (!chance.happens(SHARE)) return false;
  const present = merchants.filter(isPresent);
  for (const merchant of present) void hold(new Client(simulation, merchant, checks), chance.number() < 0.3);
  for (const hours of LOOKS_AFTER_HOURS) {
    for (const { accountId = "" } of present) worsen(accountId, chance.below(5));
    for (const merchant of present) void settle(new Client(simulation, merchant, checks), chance.below(4));
    await clock.runUntil(clock.now + hours * HOUR_MS, isOver);
    await lookAtNeeds(simulation, { merchants, checks }, isOver);
    if (isOver()) return true;
  }
  return true;
}

/** What needs a person, and how endpoints fare, is asked for and held against what happened. */
export async function lookAtNeeds(
  simulation: Simulation,
  { merchants, checks }: { merchants: SimulatedMerchant[]; checks: AnswerChecks },
  isOver: () => boolean,
): Promise<void> {
  const { clock } = simulation;
  for (const merchant of merchants.filter(isPresent)) {
    const client = new Client(simulation, merchant, checks);
    const asked = async (name: "attention" | "get-callback-health", query = {}) => {
      const got = await client.send({ function: name, id: merchant.server.endpointId, query });
      return got?.statusCode === 200 ? got.body : undefined;
    };
    const before = needsOf(simulation, merchant);
    await clock.runUntil(clock.now + MINUTE_MS, isOver);
    let answer: string | undefined;
    let health: string | undefined;
    let counted: (Counted | undefined)[] = [];
    void (async () => {
      counted = [countDeliveries(merchant, clock.now)];
      answer = await asked("attention", { limit: "100" });
      health = await asked("get-callback-health");
      counted.push(countDeliveries(merchant, clock.now));
    })();
    await clock.runUntil(clock.now + MINUTE_MS, isOver);
    if (isOver()) return;
    if (answer === undefined) simulation.violate("liveness", "what needs a person is not answered");
    else checkAttention(simulation, merchant, { answer, before });
    const [first, last] = counted;
    // Without an endpoint there is no health, and what changes in this moment may be counted or not.
    if (health && answer && first && last)
      checkHealth(simulation, last, { health, attention: answer, endpointId: merchant.server.endpointId });
  }
}

/** A person deals with one of the items: resolves it, or makes a refund that replaces the failed one; or two people do. */
async function settle(client: Client, turn: number): Promise<void> {
  if (turn > 2) return;
  const listed = await client.send({ function: "attention", query: { limit: "100" } });
  if (listed?.statusCode !== 200) return;
  const items = JSON.parse(listed.body) as Needed[];
  const item = items.find(
    ({ attentionId, kind }) => attentionId !== null && (turn === 0 || kind === "refund_failed"),
  );
  if (!item?.attentionId) return;
  const { refundId, payoutId, fraudWarningId, svcPaymentId: id } = item.subject;
  if (turn === 0) {
    const resolve = { function: "attention", path: "/v1/attention/{id}/resolve", id: item.attentionId };
    const answer = await client.send(resolve);
    if (answer?.statusCode === 200)
      noteResolved(client.simulation, String(fraudWarningId ?? refundId ?? payoutId));
    return;
  }
  if (!refundId || !id) return;
  const body = { amountCents: item.amountCents, replaces: refundId };
  const replace = (person: number) =>
    client.send({ function: "refund-payment", id, key: `replaces-${refundId}-${person}`, body });
  await Promise.all(turn === 1 ? [replace(1)] : [replace(1), replace(2)]);
  checkReplaced(client.simulation, client.merchant);
}

type Needed = {
  kind: string;
  attentionId: string | null;
  amountCents: number;
  subject: Record<string, string>;
};

const isPresent = ({ accountId, hasLeft }: SimulatedMerchant): boolean => accountId !== undefined && !hasLeft;

/** An order whose money is held, and that somebody captures late, or nobody. */
async function hold(client: Client, isCaptured: boolean): Promise<void> {
  const body = { amountCents: 4321, captureMethod: "manual" };
  const answer = await client.send({ function: "create-payment", key: "held", body });
  if (answer?.statusCode !== 201) return;
  const { svcPaymentId, processorPaymentIntentId: intentId } = JSON.parse(answer.body) as Record<
    string,
    string
  >;
  const form = { payment_method: "pm_card_visa", return_url: "https://shop.example/" };
  const { accountId, merchantId } = client.merchant;
  partsOf().processor.ask("POST", `/v1/payment_intents/${intentId}/confirm`, form, accountId);
  if (!isCaptured || !svcPaymentId) return;
  await client.simulation.clock.sleep(CAPTURED_AFTER_MS);
  client.simulation.tell("shop", () => `${merchantId} captures ${svcPaymentId} late`);
  await client.send({ function: "capture-payment", id: svcPaymentId, key: "late", body: {} });
}

/** Between the second and the third look at what runs out. */
const CAPTURED_AFTER_MS = 153 * HOUR_MS;

/** A bank returns a payout or a refund, the money for refunds runs out and comes again, or nothing happens. */
function worsen(accountId: string, turn: number): void {
  const { processor } = partsOf();
  processor.setFunds(accountId, turn !== 0);
  const [payout] = processor
    .list("payout", accountId)
    .filter(({ status }) => status === "paid" || status === "in_transit");
  if (turn === 1 && payout) processor.failPayout(accountId, payout.id);
  const paid = processor.list("payment_intent", accountId).find(({ status }) => status === "succeeded");
  if (turn === 0 && paid) processor.refundAtDashboard(paid.id, accountId);
  const made = processor.list("refund", accountId).find(({ status }) => status === "succeeded");
  if (turn >= 2 && made) processor.failMadeRefund(accountId, made.id);
}
