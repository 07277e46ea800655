import { beforeEach, expect, it } from "vitest";
import { FUNCTIONS } from "../../../infra/topology.ts";
import { MAX_ATTEMPTS, POST_TOTAL_MS } from "../../../shared/domain/events/callback-delivery.ts";
import { ATTEMPT_LEASE_MS, pauseEndpoint } from "../../../shared/ledger/attempts.ts";
import { LEDGER_PATIENCE } from "../../../shared/ledger/client.ts";
import { QUEUE_PATIENCE } from "../../../shared/queues/queue.ts";
import { SECRETS_PATIENCE } from "../../../shared/runtime/secrets.ts";
import { changeDelivery, newEventId, putEvents } from "../../support/events.ts";
import { useFunctionCalls } from "../../support/function-calls.ts";
import { invokeWith } from "../../support/queue-functions.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** Everything that a delivery waits for, each at its slowest, one after the other: it must fit into its function. */
const service = useService({ muted: true });
const shop = useShop(service);
const calls = useFunctionCalls();

let eventId: string;
beforeEach(async () => {
  eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery: "pending" }]);
  shop.receiver.behave = (response) => response.writeHead(500).end();
});

/** What the SDK may wait between three tries of a throttled call. */
const BETWEEN_TRIES_MS = 500 + 1_000;

const slowest = ({ maxAttempts, requestHandler }: typeof LEDGER_PATIENCE): number =>
  maxAttempts * (requestHandler.connectionTimeout + requestHandler.requestTimeout) + BETWEEN_TRIES_MS;

const functionMs = 1000 * Number(FUNCTIONS.find(({ name }) => name === "delivery")?.timeoutSeconds);

/** What is asked side by side is waited for once. */
const callsInARow = (of: "ledger" | "queue"): number =>
  Math.max(0, ...calls.filter((call) => call.by === "delivery" && call.of === of).map(({ round }) => round));

/** How long the delivery just made would have taken, had every call of it been at its slowest. */
const worstCaseMs = () =>
  callsInARow("ledger") * slowest(LEDGER_PATIENCE) +
  callsInARow("queue") * slowest(QUEUE_PATIENCE) +
  slowest(SECRETS_PATIENCE) +
  POST_TOTAL_MS;

it.each([
  ["fails and waits", {}, 5],
  ["is the last, and ends in a dead letter", { attempts: MAX_ATTEMPTS - 1 }, 7],
])("an attempt that %s", async (_, state, ledgerCalls) => {
  await changeDelivery(service, eventId, state);
  await invokeWith(service, "delivery", { eventId, endpointId: shop.endpointId, deliveryRound: 1 });
  expect(callsInARow("ledger")).toBe(ledgerCalls);
  expect(worstCaseMs()).toBeGreaterThan(60_000);
  expect(worstCaseMs()).toBeLessThanOrEqual(functionMs);
});

it("the last attempt, as the probe of a paused endpoint", async () => {
  await changeDelivery(service, eventId, { attempts: MAX_ATTEMPTS - 1 });
  const since = Date.now() - 20_000;
  await pauseEndpoint(shop, { since, at: since });
  await invokeWith(service, "delivery", { eventId, endpointId: shop.endpointId, deliveryRound: 1 });
  expect(callsInARow("ledger")).toBe(8);
  expect(worstCaseMs()).toBeLessThanOrEqual(functionMs);
});

it("an attempt that finds its endpoint disabled", async () => {
  await shop.api.onEndpoint("disable");
  await invokeWith(service, "delivery", { eventId, endpointId: shop.endpointId, deliveryRound: 1 });
  expect(callsInARow("ledger")).toBeGreaterThan(3);
  expect(worstCaseMs()).toBeLessThanOrEqual(functionMs);
});

it("a lease is longer than its function lives", () => {
  expect(ATTEMPT_LEASE_MS).toBeGreaterThan(functionMs);
});
