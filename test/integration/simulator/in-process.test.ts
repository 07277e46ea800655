import { afterEach, describe, expect, it, vi } from "vitest";
import { answerApi } from "../../../infra/simulator/api/answer-api.ts";
import { describeRequest } from "../../../infra/simulator/http/received-request.ts";
import { runDueJobs } from "../../../infra/simulator/jobs/due-jobs.ts";
import {
  dueDeliveries,
  nextDeliveryAtMs,
  recordDelivery,
} from "../../../infra/simulator/webhooks/due-deliveries.ts";
import { createWorld } from "../../../infra/simulator/world/create-world.ts";
import type { World } from "../../../infra/simulator/world/world.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const START_MS = Date.UTC(2026, 0, 1);
const KEYS = { secretKey: "sk_test_world", publishableKey: "pk_test_world" };

/** A world without server, timers or wire; the test turns its clock. */
function openWorld(seed: number) {
  const time = { nowMs: START_MS };
  const random = seededRandom(seed);
  const world = createWorld({
    ...KEYS,
    database: ":memory:",
    nowMs: () => time.nowMs,
    randomInt: (below) => Math.floor(random() * below),
    webhooks: [{ url: "http://receiver", secret: "whsec_world", connect: false }],
    webhookRetryMs: [1000],
  });
  return { world, time };
}

function post(world: World, target: string, form: Record<string, string>) {
  const headers = {
    authorization: `Bearer ${KEYS.secretKey}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  const body = new URLSearchParams(form).toString();
  const request = describeRequest({ id: world.ids.newId("req"), method: "POST", target, headers, body });
  const answer = answerApi(world, request);
  return { ...answer, object: JSON.parse(answer.body) };
}

const due = (world: World, untilMs: number) => dueDeliveries(world, { untilMs, limit: 100 });

const BANK_DEBIT = {
  amount: "1000",
  currency: "usd",
  "allowed_payment_method_types[]": "us_bank_account",
  payment_method: "pm_usBankAccount",
  confirm: "true",
};

afterEach(() => vi.restoreAllMocks());

describe("a world without server", () => {
  it("lets its caller drive time, jobs and webhooks", () => {
    const { world, time } = openWorld(1);
    const { status, object } = post(world, "/v1/payment_intents", BANK_DEBIT);
    expect([status, object.status]).toEqual([200, "processing"]);

    runDueJobs(world);
    const told = () => due(world, time.nowMs).map(({ body }) => JSON.parse(body).type);
    expect(told()).toEqual(["payment_intent.created", "charge.pending", "payment_intent.processing"]);

    time.nowMs = world.store.jobs.nextDueAtMs() ?? 0;
    runDueJobs(world);
    expect(told()).toContain("payment_intent.succeeded");
  });

  it("sends a webhook until it is acknowledged, with a fresh signature", () => {
    const { world, time } = openWorld(2);
    post(world, "/v1/customers", { name: "Ann" });
    const [first] = due(world, time.nowMs);
    if (!first) throw new Error("nothing is due");
    recordDelivery(world, first.delivery, false);
    expect(due(world, time.nowMs)).toEqual([]);
    expect(nextDeliveryAtMs(world, time.nowMs)).toBe(START_MS + 1000);

    time.nowMs += 1000;
    const [second] = due(world, time.nowMs);
    if (!second) throw new Error("nothing is due");
    expect(second.body).toBe(first.body);
    expect(second.headers["Stripe-Signature"]).toMatch(`t=${START_MS / 1000 + 1},v1=`);
    recordDelivery(world, second.delivery, true);
    expect([due(world, time.nowMs), nextDeliveryAtMs(world, time.nowMs)]).toEqual([[], undefined]);
  });

  it("is the same for the same seed, and asks neither the machine's clock nor its chance", () => {
    const story = (seed: number) => {
      const { world, time } = openWorld(seed);
      const answers = [post(world, "/v1/payment_intents", BANK_DEBIT), post(world, "/v1/customers", {})];
      time.nowMs += 60_000;
      runDueJobs(world);
      return [...answers, ...due(world, time.nowMs)];
    };
    const clock = vi.spyOn(Date, "now");
    expect(story(7)).toEqual(story(7));
    expect(story(7)).not.toEqual(story(8));
    expect(clock).not.toHaveBeenCalled();
  });
});
